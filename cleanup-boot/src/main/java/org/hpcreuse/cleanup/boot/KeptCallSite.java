/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.invoke.CallSite;
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

  /** Null before the first call in a container; guarded by the monitor, as the failure. */
  private MethodHandle linked;

  private Throwable failure;

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

  /** No container runs. */
  synchronized void forget() {
    linked = null;
    failure = null;
    setTarget(unlinked);
  }

  /**
   * What the container calls: the first result counts when several threads ask at once, and it is
   * asked for without a lock, as by the JVM (JVMS 5.4.3.6).
   */
  MethodHandle link() throws Throwable {
    synchronized (this) {
      if (linked != null || failure != null) {
        return result();
      }
    }
    MethodHandle found = null;
    Throwable failed = null;
    try {
      found = bootstrapped();
    } catch (Error e) {
      failed = e;
    } catch (Throwable e) {
      failed = new BootstrapMethodError("bootstrap method of " + method + " has failed", e);
    }
    synchronized (this) {
      if (linked == null && failure == null) {
        linked = found;
        failure = failed;
        if (found != null) {
          setTarget(found);
        }
      }
      return result();
    }
  }

  private MethodHandle result() throws Throwable {
    if (failure != null) {
      throw failure;
    }
    return linked;
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
