/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot.kept;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A call site in kept code whose bootstrap method may compute something of a container: each
 * container calls that method at its first call, as a new JVM would, and the JVM goes by its result
 * until the next container. Thread-safe.
 */
final class KeptCallSite extends MutableCallSite {
  private static final MethodHandle TARGET = target();

  private final MethodHandles.Lookup caller;
  private final String method;
  private final MethodHandle bootstrap;
  private final Object[] arguments;
  private final MethodHandle unlinked;

  /** Null before the first call in a container; guarded by the monitor, as what follows. */
  private MethodHandle linked;

  private LinkageError failure;

  /** Another number for each container. */
  private int generation;

  /**
   * For a call that this container has not made yet.
   *
   * @param caller of the code that calls
   * @param type of the call
   * @param bootstrap the code's own bootstrap method, with its static arguments
   */
  KeptCallSite(
      MethodHandles.Lookup caller,
      String method,
      MethodType type,
      MethodHandle bootstrap,
      Object... arguments) {
    super(type);
    this.caller = caller;
    this.method = method;
    this.bootstrap = bootstrap;
    this.arguments = arguments;
    unlinked = MethodHandles.foldArguments(MethodHandles.exactInvoker(type), TARGET.bindTo(this));
    setTarget(unlinked);
  }

  private static MethodHandle target() {
    try {
      return MethodHandles.lookup()
          .findVirtual(KeptCallSite.class, "link", MethodType.methodType(MethodHandle.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Links, calls and forgets a site, so that what the JDK needs for it is initialised: at the end
   * of a stack that could fail for good.
   */
  static void prepare() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodType type =
          MethodType.methodType(
              CallSite.class,
              MethodHandles.Lookup.class,
              String.class,
              MethodType.class,
              Object[].class);
      KeptCallSite site =
          new KeptCallSite(
              lookup,
              "prepare",
              MethodType.methodType(Object.class),
              lookup.findStatic(KeptCallSite.class, "first", type),
              "one",
              "two");
      site.dynamicInvoker().invoke();
      site.forget();
    } catch (Throwable e) {
      throw new IllegalStateException("call sites cannot be linked", e);
    }
  }

  /** A bootstrap method. */
  static CallSite first(
      MethodHandles.Lookup caller, String method, MethodType type, Object... arguments) {
    return new ConstantCallSite(MethodHandles.constant(Object.class, arguments[0]));
  }

  /**
   * No container runs.
   *
   * @return whether it was linked
   */
  synchronized boolean forget() {
    boolean wasLinked = linked != null;
    generation++;
    failure = null;
    if (wasLinked) {
      setTarget(unlinked);
      linked = null;
    }
    return wasLinked;
  }

  /**
   * What the container calls. The first result counts when several threads ask at once, and it is
   * asked for without a lock; of errors the JVM remembers those of linking (JVMS 5.4.3).
   */
  MethodHandle link() throws Throwable {
    int now;
    synchronized (this) {
      if (isDone()) {
        return result();
      }
      now = generation;
    }
    MethodHandle found = null;
    LinkageError failed = null;
    try {
      found = bootstrapped();
    } catch (LinkageError e) {
      failed = e;
    } catch (Exception e) {
      failed = new BootstrapMethodError("bootstrap method of " + method + " has failed", e);
    }
    synchronized (this) {
      if (now != generation) {
        // The thread has outlived its container.
        return result(found, failed);
      }
      if (!isDone()) {
        if (found != null) {
          setTarget(found);
        }
        linked = found;
        failure = failed;
      }
      return result();
    }
  }

  private boolean isDone() {
    return linked != null || failure != null;
  }

  private MethodHandle result() {
    return result(linked, failure);
  }

  /** Each caller gets an error of its own, as far as that can be made. */
  private static MethodHandle result(MethodHandle found, LinkageError failed) {
    if (failed instanceof BootstrapMethodError) {
      throw new BootstrapMethodError(failed.getMessage(), failed.getCause());
    }
    if (failed != null) {
      throw failed;
    }
    return found;
  }

  private MethodHandle bootstrapped() throws Throwable {
    List<Object> all = new ArrayList<>(List.of(caller, method, type()));
    all.addAll(Arrays.asList(arguments));
    CallSite site = (CallSite) bootstrap.invokeWithArguments(all);
    if (site == null) {
      throw new ClassCastException("no call site for " + method);
    }
    if (!site.type().equals(type())) {
      throw new WrongMethodTypeException(site.type() + " for " + method + type());
    }
    return site.dynamicInvoker();
  }
}
