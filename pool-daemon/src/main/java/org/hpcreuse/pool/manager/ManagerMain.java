/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.process.Mpirun;
import org.hpcreuse.pool.manager.process.SlotProcesses;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.server.ManagerServer;
import org.hpcreuse.pool.manager.slots.FrameworkFiles;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.metrics.PoolMetrics;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;

/**
 * The pool manager's process: {@code ManagerMain POOL_DIR}. The directory needs no more than
 * pool.properties in it; the secret and the socket's directory are made here when they are missing.
 */
public final class ManagerMain {
  /** Time for the slots to leave when the manager gets SIGTERM. */
  private static final long TERM_TIMEOUT_MS = Bounds.POOL_END.toMillis();

  private ManagerMain() {}

  /**
   * Runs the pool until it is ended.
   *
   * @param args the pool's directory
   */
  public static void main(String[] args) {
    ManagerLog.install();
    Logger log = Logger.getLogger(ManagerMain.class.getName());
    if (args.length != 1) {
      System.err.println("usage: ManagerMain POOL_DIR");
      ManagerLog.drain();
      System.exit(ExitCodes.USAGE);
    }
    int status = ExitCodes.FAILED;
    try {
      serve(PoolFiles.open(Path.of(args[0])), log);
      status = ExitCodes.OK;
    } catch (PoolLock.Taken e) {
      log.severe(e.getMessage());
      status = ExitCodes.IN_USE;
    } catch (IOException | RuntimeException | Error e) {
      log.log(Level.SEVERE, "the pool manager failed", e);
    }
    ManagerLog.drain();
    System.exit(status);
  }

  private static void serve(PoolFiles files, Logger log) throws IOException {
    PoolSettings settings = PoolSettings.of(files);
    PoolSettings.doubts(files).forEach(log::warning);
    files.createSecret();
    Clock time = Clock.system();
    CountDownLatch over = new CountDownLatch(1);
    try (PoolLock lock = PoolLock.take(files.managerLock());
        ManagerServer server =
            new ManagerServer(
                files, settings, FrameworkFiles.of(files.dir()), new SlotProcesses(files), time);
        PoolMetrics metrics = new PoolMetrics(files)) {
      endOnSignal(server, over);
      log.info(
          () -> "pool " + settings.poolId() + " listens on " + files.socket() + ", holds " + lock);
      runWithPidFile(server, metrics, files.managerPid());
      log.info("the pool has ended");
    } finally {
      over.countDown();
    }
  }

  /**
   * JMX takes a quarter of a second: the slots start meanwhile. After a failure the file stays: by
   * it, the keeper sees that this manager had come up, and starts another one.
   */
  private static void runWithPidFile(ManagerServer server, PoolMetrics metrics, Path pidFile)
      throws IOException {
    writePid(pidFile);
    server.start();
    metrics.show();
    server.run();
    Files.deleteIfExists(pidFile);
  }

  private static void endOnSignal(ManagerServer server, CountDownLatch over) {
    Runnable end =
        () -> {
          if (over.getCount() == 0) {
            return;
          }
          server.requestShutdown(TERM_TIMEOUT_MS);
          try {
            over.await(
                TERM_TIMEOUT_MS + PoolShutdown.EXTRA_MS + Mpirun.TERM_MS, TimeUnit.MILLISECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          ManagerLog.drain();
        };
    Runtime.getRuntime().addShutdownHook(new Thread(end, "pool-manager-end"));
  }

  private static void writePid(Path file) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, ProcessHandle.current().pid() + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
