/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Runs what Hadoop's ShutdownHookManager holds, highest priority first, each bounded by its own
 * timeout and by the release's deadline. Until ResetShutdownHookManager has run, the manager says
 * that shutdown is in progress, as it does in a process that exits.
 *
 * <p>Without it the MRAppMaster's staging directory stays, and files that a task left open in file
 * systems to be closed automatically are not completed. Source: ShutdownHookManager.executeShutdown
 * (Hadoop 3.5.0).
 */
public final class HadoopShutdownHooks implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    if (!release.orderly()) {
      return;
    }
    Optional<ReflectiveAccess> statics = release.framework().statics(ShutdownHookManagers.CLASS);
    if (statics.isEmpty()) {
      return;
    }
    ReflectiveAccess manager = statics.get().in("MGR");
    manager.get("shutdownInProgress", AtomicBoolean.class).set(true);
    List<Exception> failures = new ArrayList<>();
    for (Object entry : (List<?>) manager.call("getShutdownHooksInOrder")) {
      try {
        run(ReflectiveAccess.of(entry), release);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failures.add(e);
      }
    }
    failures.forEach(
        failure -> release.log().accept("shutdown hook failed: " + Redacted.failure(failure)));
  }

  private static void run(ReflectiveAccess entry, Release release) throws Exception {
    Runnable hook = entry.get("hook", Runnable.class);
    long timeout = entry.get("unit", TimeUnit.class).toNanos(entry.get("timeout", Long.class));
    BoundedCall.run(
        "hook " + hook.getClass().getName(),
        release.containerLoader(),
        Math.min(timeout, release.nanosLeft()),
        Executors.callable(hook));
  }
}
