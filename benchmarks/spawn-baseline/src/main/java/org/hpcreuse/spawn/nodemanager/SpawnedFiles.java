/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainerLaunch;
import org.hpcreuse.protocol.ProcessStat;
import org.hpcreuse.protocol.Uninterrupted;

/**
 * What the stock launch scripts tell of a container that is no child of the NodeManager: the pid of
 * its session and, at its end, its exit status. Both files appear whole. Not thread-safe.
 */
final class SpawnedFiles implements Closeable {
  private static final char ZOMBIE = 'Z';

  private final Path pidFile;
  private final Path statusFile;
  private final WatchService changes;

  /** Begins to watch; to be called before the container is started. */
  SpawnedFiles(Path pidFile) throws IOException {
    this.pidFile = pidFile;
    statusFile = Path.of(ContainerLaunch.getExitCodeFile(pidFile.toString()));
    changes = pidFile.getFileSystem().newWatchService();
    try {
      pidFile.getParent().register(changes, StandardWatchEventKinds.ENTRY_CREATE);
    } catch (IOException e) {
      changes.close();
      throw e;
    }
  }

  /** Removes both, as the last run of a container that YARN runs again has left them. */
  void removeOld() throws IOException {
    Files.deleteIfExists(statusFile);
    Files.deleteIfExists(pidFile);
  }

  /** The exit status, when the container has ended. */
  OptionalInt status() throws IOException {
    return number(statusFile);
  }

  /** The first process of the container, when it has begun; it may have ended. */
  OptionalInt pid() throws IOException {
    return number(pidFile);
  }

  private static OptionalInt number(Path file) throws IOException {
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(file).strip()));
    } catch (NoSuchFileException e) {
      return OptionalInt.empty();
    } catch (NumberFormatException e) {
      throw new IOException(file + " holds no number", e);
    }
  }

  /** Whether that process lives. */
  static boolean lives(long pid) {
    try {
      return ProcessStat.of(pid).state() != ZOMBIE;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns when one of the files may have appeared, or after a time. Ignores interrupts. */
  void await(Duration limit) {
    try (Uninterrupted waits = new Uninterrupted()) {
      waits.putAside();
      WatchKey change = changes.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (change != null) {
        change.pollEvents();
        change.reset();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // to be put aside by the next wait
    }
  }

  @Override
  public void close() throws IOException {
    changes.close();
  }
}
