/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.container;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The main class of a container's JVM: {@code MpiMain CLASS WORD…}. Starts MPI, then runs the main
 * class of the container in the same thread. An agent could do so without another main class, but
 * costs each JVM 0.09 s more.
 */
public final class MpiMain {
  /** For what takes 0.1 s. It hangs when mpirun does not answer, and cannot be interrupted. */
  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  private static final int FAILED = 1;

  /** How long the end of a JVM waits for MPI_Finalize, which takes 0.05 s. */
  private static final Duration FINALIZE_LIMIT = Duration.ofSeconds(5);

  private MpiMain() {}

  /** Ends as the main method of that class ends, also by an exception. */
  public static void main(String[] words) throws Throwable {
    startMpi();
    Method main =
        Class.forName(words[0], true, ClassLoader.getSystemClassLoader())
            .getMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(words, 1, words.length));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Calls MPI_Init, and has MPI_Finalize called at the end of the JVM. Says so on stderr. Ends the
   * JVM when MPI does not start in time. Leaves the parent at once: jobs that are connected share
   * each other's faults.
   *
   * @throws IllegalStateException when no process has spawned this one
   */
  private static void startMpi() throws MPIException {
    long start = System.nanoTime();
    CountDownLatch started = new CountDownLatch(1);
    Thread watch = new Thread(() -> endUnless(started), "mpi-start");
    watch.setDaemon(true);
    watch.start();
    MPI.InitThread(new String[0], MPI.THREAD_SERIALIZED);
    Runtime.getRuntime().addShutdownHook(new Thread(MpiMain::endMpi, "mpi-end"));
    Intercomm parent = Intercomm.getParent();
    if (parent.isNull()) {
      throw new IllegalStateException("MPI knows no parent: MPI_Comm_spawn has not started this");
    }
    int ranks = parent.getRemoteSize();
    parent.disconnect();
    started.countDown();
    System.err.printf(
        "MPI process, started by MPI_Comm_spawn of a parent with %d rank; MPI_Init to"
            + " MPI_Comm_disconnect took %d ms%n",
        ranks, Duration.ofNanos(System.nanoTime() - start).toMillis());
  }

  private static void endUnless(CountDownLatch started) {
    try {
      if (started.await(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.err.println(
        "MPI_Init to MPI_Comm_disconnect have not ended within " + START_LIMIT.toMillis() + " ms");
    Runtime.getRuntime().halt(FAILED);
  }

  private static void endMpi() {
    Thread finalizing = new Thread(MpiMain::finalizeMpi, "mpi-finalize");
    finalizing.setDaemon(true);
    finalizing.start();
    try {
      finalizing.join(FINALIZE_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void finalizeMpi() {
    try {
      MPI.Finalize();
    } catch (MPIException e) {
      System.err.println("MPI_Finalize: " + e.getMessage());
    }
  }
}
