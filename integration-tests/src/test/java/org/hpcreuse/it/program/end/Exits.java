/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Ways for a program to end: {@code Exits HOW STATUS}. */
public final class Exits {
  private static Object kept;

  private Exits() {}

  /** Ends as its first argument says. */
  public static void main(String[] args) throws Throwable {
    int status = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "return" -> System.out.println("returned");
      case "system-exit" -> System.exit(status);
      case "runtime-exit" -> Runtime.getRuntime().exit(status);
      case "halt" -> Runtime.getRuntime().halt(status);
      case "other-thread" -> fromOtherThread(status);
      case "virtual-thread" -> fromVirtualThread(status);
      case "on-exit-of-child" -> onExitOfChild(status);
      case "jvms-group" -> fromJvmsGroup(status);
      case "cleaner" -> fromCleaner(status);
      case "finalizer" -> fromFinalizer(status);
      case "reflection" -> System.class.getMethod("exit", int.class).invoke(null, status);
      case "method-handle" ->
          MethodHandles.lookup()
              .findStatic(System.class, "exit", MethodType.methodType(void.class, int.class))
              .invokeExact(status);
      case "method-reference" -> {
        IntConsumer exit = System::exit;
        exit.accept(status);
      }
      case "halt-in-hook" -> {
        atExit(() -> Runtime.getRuntime().halt(status));
        System.exit(99);
      }
      case "halt-in-hook-after-return" -> atExit(() -> Runtime.getRuntime().halt(status));
      case "uncaught" -> throw new IllegalStateException("nobody catches this");
      case "out-of-memory" -> exhaustMemory();
      case "out-of-small-memory" -> exhaustMemoryToTheLast();
      case "out-of-memory-caught" -> exhaustMemoryAndGoOn();
      case "out-of-memory-goes-on" -> {
        exhaustMemoryAndGoOn();
        runForever(false);
      }
      case "out-of-memory-killed" -> {
        exhaustMemoryAndGoOn();
        String self = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-KILL", self).start().waitFor();
      }
      case "stack-overflow" -> exhaustStack(0);
      case "uncaught-in-other-thread" -> uncaughtInOtherThread();
      case "with-threads-running" -> {
        runForever(false);
        System.exit(status);
      }
      case "daemon-left" -> runForever(true);
      case "finally" -> inFinally(status);
      case "in-initialiser" -> Class.forName(ExitsInInitialiser.class.getName());
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void fromVirtualThread(int status) throws Exception {
    Runnable exit = () -> System.exit(status);
    Object thread = Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, exit);
    ((Thread) thread).join();
  }

  private static void exhaustMemory() {
    while (true) {
      kept = new Object[] {kept, new byte[1 << 20]};
    }
  }

  /** Objects so small that hardly anything else fits in what is left. */
  private static void exhaustMemoryToTheLast() {
    while (true) {
      kept = new Object[] {kept};
    }
  }

  private static void exhaustMemoryAndGoOn() {
    try {
      exhaustMemory();
    } catch (OutOfMemoryError e) {
      kept = null;
    }
  }

  private static long exhaustStack(long depth) {
    return depth < 0 ? depth : depth + exhaustStack(depth + 1) % 2;
  }

  /** A class that ends the program while it is initialised. */
  static final class ExitsInInitialiser {
    static {
      System.exit(23);
    }

    private ExitsInInitialiser() {}
  }

  private static void fromOtherThread(int status) throws InterruptedException {
    new Thread(() -> System.exit(status), "exits").start();
    new CountDownLatch(1).await();
  }

  /** The JDK runs it in a thread that belongs to the JVM's own group. */
  private static void onExitOfChild(int status) throws Exception {
    new ProcessBuilder("true").start().onExit().thenRun(() -> System.exit(status)).get();
  }

  private static void fromJvmsGroup(int status) throws InterruptedException {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    new Thread(group, () -> System.exit(status), "exits").start();
    new CountDownLatch(1).await();
  }

  private static void fromCleaner(int status) throws InterruptedException {
    Cleaner cleaner = Cleaner.create();
    cleaner.register(new Object(), () -> System.exit(status));
    try {
      collectForEver();
    } finally {
      Reference.reachabilityFence(cleaner);
    }
  }

  private static void fromFinalizer(int status) throws InterruptedException {
    new ExitsInFinalizer(status);
    collectForEver();
  }

  private static void collectForEver() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!never.await(10, TimeUnit.MILLISECONDS)) {
      System.gc();
    }
  }

  /** Ends the program in a thread of the JVM. */
  private static final class ExitsInFinalizer {
    private final int status;

    ExitsInFinalizer(int status) {
      this.status = status;
    }

    @Override
    @SuppressWarnings({"deprecation", "Finalize"})
    protected void finalize() {
      System.exit(status);
    }
  }

  private static void uncaughtInOtherThread() throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              throw new IllegalStateException("nobody catches this");
            },
            "throws");
    thread.start();
    thread.join();
  }

  private static void runForever(boolean daemon) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              started.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "for-ever");
    thread.setDaemon(daemon);
    thread.start();
    started.await();
  }

  /** None of what stands after an exit may ever be seen. */
  private static void inFinally(int status) {
    try {
      System.exit(status);
    } catch (Throwable t) {
      System.out.println("catch ran");
      Runtime.getRuntime().halt(97);
    } finally {
      System.out.println("finally ran");
      System.exit(98);
    }
    System.out.println("exit returned");
  }

  private static void atExit(Runnable hook) {
    Runtime.getRuntime().addShutdownHook(new Thread(hook, "hook"));
  }
}
