/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cleanup.jvm.threads.ThreadEnd;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Runs the JVM shutdown hooks that the container registered: all at once, as the JVM does, and
 * waits for them. Only after an orderly exit.
 *
 * <p>Without it what a user's hook writes or deletes at exit is missing.
 */
public final class RunShutdownHooks implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    if (!release.orderly()) {
      return;
    }
    Set<Thread> before = release.baseline().before(new ShutdownHooks());
    List<Thread> hooks =
        ShutdownHooks.live().keySet().stream()
            .filter(hook -> !before.contains(hook) && !ShutdownHooks.isFrameworks(hook, release))
            .toList();
    hooks.forEach(Thread::start);
    List<Thread> late = ThreadEnd.await(hooks, release.deadlineNanos());
    if (!late.isEmpty()) {
      throw new TimeoutException("shutdown hooks still run: " + ThreadEnd.describe(late));
    }
  }
}
