/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Forgets the JVM shutdown hooks that the container registered; {@link RunShutdownHooks} has run
 * them if it ended in order.
 *
 * <p>Without it they run when the slot itself ends, long after their container, and keep its loader
 * until then.
 */
public final class ShutdownHooks implements Restorable<Set<Thread>> {

  @Override
  public Set<Thread> capture(LoadedClasses framework) {
    return Set.copyOf(live().keySet());
  }

  @Override
  public void restore(Set<Thread> before, Release release) {
    Map<Thread, Thread> hooks = live();
    synchronized (OWNER) {
      hooks.keySet().removeIf(hook -> !before.contains(hook) && !isFrameworks(hook, release));
    }
  }

  @Override
  public List<Residue> differences(Set<Thread> before, Set<Thread> after) {
    List<Residue> found = new ArrayList<>();
    for (Thread hook : after) {
      if (!before.contains(hook)) {
        Residue residue =
            new Residue(kind(), hook.getClass().getName(), "", Redacted.value(hook), "");
        found.add(hasFrameworksName(hook) ? Residues.allowed(residue, ONCE) : residue);
      }
    }
    for (Thread hook : before) {
      if (!after.contains(hook)) {
        found.add(new Residue(kind(), hook.getClass().getName(), Redacted.value(hook), "", ""));
      }
    }
    return found;
  }

  private static final String ONCE =
      "framework-hook: registered once, by an initialiser of the framework; forgets its hooks";

  private static final Class<?> OWNER = owner();

  /** A hook that a framework class registers once, in its initialiser, stays with the framework. */
  static boolean isFrameworks(Thread hook, Release release) {
    return hook.getClass().getClassLoader() == release.frameworkLoader() && hasFrameworksName(hook);
  }

  private static boolean hasFrameworksName(Thread hook) {
    return hook.getClass().getName().startsWith("org.apache.hadoop.util.ShutdownHookManager$");
  }

  @SuppressWarnings("unchecked") // private static IdentityHashMap<Thread, Thread> hooks
  static Map<Thread, Thread> live() {
    try {
      return (Map<Thread, Thread>) ReflectiveAccess.ofClass(OWNER).get("hooks");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.lang.ApplicationShutdownHooks has changed", e);
    }
  }

  private static Class<?> owner() {
    try {
      return Class.forName("java.lang.ApplicationShutdownHooks");
    } catch (ClassNotFoundException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
