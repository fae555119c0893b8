/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One class that can be initialised again. Fields are guarded by the lock. */
public final class ReadOnceClass {
  /** How the names of members begin that the agent has added. */
  private static final String ADDED = "hpcreuse$";

  private static final String OWN = ReadOnceClass.class.getPackageName().concat(".");

  /** Added to the class by the agent: makes its fields 0 or null, and the class not fresh. */
  private static final String FORGET = "hpcreuse$forget";

  /** Added by the agent, too: makes the class not fresh. */
  private static final String DOUBT = "hpcreuse$doubt";

  /** An initialiser that takes longer is stuck: the slot is then of no more use. */
  private static final long PATIENCE_MS = 1_000;

  /** Another one when a thread has ended that had it. */
  private volatile InitializationLock lock = new InitializationLock();

  private final MethodHandles.Lookup lookup;
  private final ReadOnceInputs inputs;

  private final Added forget = new Added(FORGET);
  private final Added doubt = new Added(DOUBT);
  private final Added use;

  private boolean fresh;
  private boolean containers;
  private List<String> read;
  private Throwable failure;
  private boolean failureTold;

  /** What later errors name as their cause. */
  private Throwable cause;

  public ReadOnceClass(MethodHandles.Lookup lookup, ReadOnceInputs inputs) {
    this.lookup = lookup;
    this.inputs = inputs;
    this.use = new Added(ReadOnce.use(toString()));
  }

  /** The JVM runs the initialiser; nobody else can have this object yet. */
  public void first() {
    lock.lock();
    note();
    lock.use(true);
  }

  int begin() {
    InitializationLock mine = acquire();
    if (mine.isUsed()) {
      mine.unlock(); // this thread is initialising the class
      return ReadOnce.GO_ON;
    }
    if (fresh) {
      mine.release();
      return ReadOnce.GO_ON;
    }
    if (failure != null) {
      mine.release();
      throw unusable();
    }
    try {
      if (read != null && inputs.now().equals(read)) {
        mine.use(true);
        return ReadOnce.KEEP;
      }
      note();
      mine.use(true);
      return ReadOnce.AGAIN;
    } catch (RuntimeException | Error e) {
      mine.release();
      throw e;
    }
  }

  /** An initialiser that was cut off by a stack overflow has failed. */
  private InitializationLock acquire() {
    InitializationLock last = lock;
    while (!last.isTaken()) {
      synchronized (this) {
        if (lock == last) {
          failure = new NoClassDefFoundError("the initialisation of " + this + " was cut off");
          fresh = false;
          lock = new InitializationLock();
        }
        last = lock;
      }
    }
    return last;
  }

  private void note() {
    containers = SlotHooks.inContainer();
    read = inputs.onlyWhenChanged() ? inputs.now() : null;
  }

  void done() {
    fresh = true;
    lock.release();
  }

  Error failed(Throwable cause) {
    failure = cause;
    Error told = unusable();
    lock.release();
    return told;
  }

  public void failedFirst(Throwable cause) {
    failure = cause;
    lock.release();
  }

  /** What the JVM throws: the cause at first, later only that there was one. */
  private Error unusable() {
    if (failureTold) {
      Error later =
          new NoClassDefFoundError("Could not initialize class " + lookup.lookupClass().getName());
      later.initCause(cause);
      return asThrownByJvm(later);
    }
    failureTold = true;
    cause = described(failure);
    return failure instanceof Error error
        ? error
        : asThrownByJvm(new ExceptionInInitializerError(failure));
  }

  /** Its stack begins with the code that has used the class, as when the JVM throws it. */
  private static Error asThrownByJvm(Error made) {
    StackTraceElement[] frames = made.getStackTrace();
    int first = 0;
    while (first < frames.length
        && (frames[first].getClassName().startsWith(OWN)
            || frames[first].getMethodName().startsWith(ADDED))) {
      first++;
    }
    made.setStackTrace(Arrays.copyOfRange(frames, first, frames.length));
    return made;
  }

  /**
   * As HotSpot tells the cause since JDK 17.0.1 (java_lang_Throwable::create_initialization_error).
   */
  private static Throwable described(Throwable failure) {
    String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
    Throwable cause =
        new ExceptionInInitializerError(
            "Exception "
                + failure.getClass().getName()
                + message
                + " [in thread \""
                + Thread.currentThread().getName()
                + "\"]");
    cause.setStackTrace(failure.getStackTrace());
    return cause;
  }

  /** Forgets all; returns the internal names of those that could not be. */
  public static List<String> forget(Collection<ReadOnceClass> classes) {
    List<String> kept = new ArrayList<>();
    for (ReadOnceClass entry : classes) {
      if (!entry.forget()) {
        kept.add(entry.toString());
      }
    }
    return kept;
  }

  /**
   * Whether it is forgotten. Code that did not ask may have written to a class that is not fresh.
   */
  private boolean forget() {
    if (!await()) {
      return false;
    }
    try {
      if (!fresh && failure == null && inputs.onlyWhenChanged()) {
        return true;
      }
      if (containers || !inputs.onlyWhenChanged()) {
        forget.call();
        read = null;
      } else {
        doubt.call();
      }
      fresh = false;
      containers = false;
      failure = null;
      failureTold = false;
      cause = null;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Has the class initialised, when it is not. */
  public void use() {
    use.call();
  }

  /** What {@link #use} calls, of no arguments and no result. */
  public MethodHandle useHandle() {
    return use.found();
  }

  /** A method that the agent has added. It is called after each container, and looked up once. */
  private final class Added {
    private final String name;

    /** Any thread may look it up. */
    private volatile MethodHandle handle;

    Added(String name) {
      this.name = name;
    }

    MethodHandle found() {
      MethodHandle found = handle;
      if (found == null) {
        try {
          found = lookup.findStatic(lookup.lookupClass(), name, MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(ReadOnceClass.this + "." + name, e);
        }
        handle = found;
      }
      return found;
    }

    void call() {
      try {
        found().invokeExact();
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(ReadOnceClass.this + "." + name, e);
      }
    }
  }

  private boolean await() {
    try {
      if (lock.isLost()) {
        lock = new InitializationLock();
      }
      return lock.tryLock(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether a container has initialised it since it was last forgotten. */
  boolean isInitialisedByContainer() {
    lock.lock();
    try {
      return containers && (fresh || failure != null);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return lookup.lookupClass().getName().replace('.', '/');
  }
}
