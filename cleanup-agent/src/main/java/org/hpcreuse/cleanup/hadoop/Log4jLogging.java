/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Closes all log4j appenders and makes every logger what it was before any configuration. Runs when
 * the container's threads have ended, so that what they logged last is in its files.
 *
 * <p>Runs again when log4j's own statics are what they were: a container may have put another
 * repository in place of the one whose loggers all classes hold.
 *
 * <p>Until {@link ContainerLogging} configures the next container's, nothing is logged at all.
 *
 * <p>Without it the next container logs into this one's directory. Source:
 * org.apache.hadoop.yarn.ContainerLogAppender, which opens its file once.
 */
public final class Log4jLogging implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    LoadedClasses framework = release.framework();
    Optional<ReflectiveAccess> manager = framework.statics("org.apache.log4j.LogManager");
    if (manager.isPresent()) {
      manager.get().call("resetConfiguration");
      ReflectiveAccess root = ReflectiveAccess.of(manager.get().call("getRootLogger"));
      root.call("setAdditivity", new Class<?>[] {boolean.class}, true);
      Object hierarchy = manager.get().call("getLoggerRepository");
      forgetLoggers(ReflectiveAccess.of(hierarchy), release);
    }
    Optional<ReflectiveAccess> internal = framework.statics("org.apache.log4j.helpers.LogLog");
    if (internal.isPresent()) {
      internal.get().zero("debugEnabled", "quietMode");
    }
  }

  /** Loggers and listeners of the container's own classes; plain loggers are only names. */
  private static void forgetLoggers(ReflectiveAccess hierarchy, Release release) throws Exception {
    Map<?, ?> loggers = hierarchy.get("ht", Map.class);
    synchronized (loggers) {
      loggers.values().removeIf(release::belongsToContainer);
    }
    hierarchy.clear("listeners");
    hierarchy.call("setThreshold", new Class<?>[] {String.class}, "OFF");
    hierarchy.zero(
        "throwableRenderer", "emittedNoAppenderWarning", "emittedNoResourceBundleWarning");
  }
}
