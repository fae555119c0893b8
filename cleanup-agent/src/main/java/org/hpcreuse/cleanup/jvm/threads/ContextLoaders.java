/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Takes from the threads that stay what they have inherited from the container when they were
 * started: its loader as context loader, its access control context, its inheritable thread-locals.
 *
 * <p>Without it FileSystem's statistics cleaner or a timer of a framework class, started while a
 * container ran, keeps that container's loader.
 *
 * <p>The JDK holds the thread of a timer, also when it has ended, until the timer is garbage. The
 * thread holds its context loader, and a timer in a static field of that loader's classes would
 * never be garbage: so these threads give theirs up, too.
 */
public final class ContextLoaders implements ReleaseStep {
  /** JDK 24 has taken it out, with the security manager. */
  private static final boolean HAS_ACCESS_CONTROL = Runtime.version().feature() < 24;

  @Override
  public void run(Release release) throws Exception {
    for (Object timer : SlotHooks.timers().take()) {
      if (!((Thread) timer).isAlive()) {
        ReflectiveAccess.of(timer).zero("contextClassLoader");
      }
    }
    for (Thread thread : LiveThreads.all()) {
      if (!release.containerThreads().test(thread)
          && !release.belongsToContainer(thread.getContextClassLoader())) {
        continue;
      }
      if (release.belongsToContainer(thread.getContextClassLoader())) {
        // Not by the setter, which threads of the JDK (of a Cleaner, say) refuse.
        ReflectiveAccess.of(thread).set("contextClassLoader", release.frameworkLoader());
      }
      if (SharedThreads.contains(thread)) {
        ReflectiveAccess.of(thread).zero("inheritableThreadLocals");
        if (HAS_ACCESS_CONTROL) {
          ReflectiveAccess.of(thread).zero("inheritedAccessControlContext");
        }
      }
    }
  }
}
