/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.util.Set;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Forgets the files that the container wanted to be deleted at exit; {@link DeleteFiles} has
 * deleted them if it ended in order.
 *
 * <p>Without it they are deleted when the slot ends, when another container may own the name.
 */
public final class DeleteOnExitFiles implements Restorable<Set<String>> {

  @Override
  public Set<String> capture(LoadedClasses framework) {
    return Set.copyOf(live());
  }

  @Override
  public void restore(Set<String> before, Release release) {
    synchronized (OWNER) {
      live().retainAll(before);
    }
  }

  private static final Class<?> OWNER = owner();

  @SuppressWarnings("unchecked") // private static LinkedHashSet<String> files
  static Set<String> live() {
    try {
      return (Set<String>) ReflectiveAccess.ofClass(OWNER).get("files");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.io.DeleteOnExitHook has changed", e);
    }
  }

  private static Class<?> owner() {
    try {
      return Class.forName("java.io.DeleteOnExitHook");
    } catch (ClassNotFoundException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
