/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.workload.foreign.Neighbour;

/** Ends by exit with hooks and handlers. */
public final class Ends {
  private Ends() {}

  public static void main(String[] args) throws Exception {
    print("handler", Thread.getDefaultUncaughtExceptionHandler() != null);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> print("uncaught", thread.getName() + " " + e.getMessage()));
    if (Neighbour.spoils(args)) {
      Path left = Files.writeString(Path.of(System.getProperty("user.dir"), "left"), "l");
      left.toFile().deleteOnExit();
      Thread.currentThread().setName("left");
      Thread.currentThread().interrupt();
    }
    print(
        "name",
        Thread.currentThread().getName()
            + " "
            + Thread.currentThread().getPriority()
            + " "
            + Thread.currentThread().isInterrupted());
    Thread.interrupted();
    Thread thrower =
        new Thread(
            () -> {
              throw new IllegalStateException("thrown");
            },
            "thrower");
    thrower.start();
    thrower.join();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> print("hook", "ran")));
    Thread stays =
        new Thread(
            () -> {
              try {
                Thread.sleep(3_600_000);
              } catch (InterruptedException e) {
                print("interrupted", true);
              }
            },
            "stays");
    stays.start();
    System.exit(0);
  }
}
