/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Shuts the default metrics system down until it really is (it counts its users), forgets the
 * JvmMetrics singleton and all names given out, and puts a fresh system in place, in which
 * UserGroupInformation's metrics are registered as its initialiser would.
 *
 * <p>Without it the next MRAppMaster or task finds the sources and MBeans of this one: "Metrics
 * source ... already exists!". Source: facts/hadoop.md, facts/statics.md (DefaultMetricsSystem).
 */
final class MetricsSystem implements ReleaseStep {
  private static final String IMPLEMENTATION = "org.apache.hadoop.metrics2.impl.MetricsSystemImpl";

  @Override
  public void run(Release release) throws Exception {
    LoadedClasses framework = release.framework();
    Optional<Members> jvm =
        framework.statics("org.apache.hadoop.metrics2.source.JvmMetrics$Singleton");
    if (jvm.isPresent()) {
      jvm.get().in("INSTANCE").call("shutdown");
    }
    Optional<Members> statics =
        framework.statics("org.apache.hadoop.metrics2.lib.DefaultMetricsSystem");
    if (statics.isEmpty()) {
      return;
    }
    Members singleton = statics.get().in("INSTANCE");
    Object system = singleton.get("impl", AtomicReference.class).get();
    boolean own = system.getClass().getName().equals(IMPLEMENTATION);
    while (own && Members.of(system).get("refCount", Integer.class) > 0) {
      singleton.call("shutdownInstance");
    }
    renew(singleton, framework.find(IMPLEMENTATION).orElseThrow());
    Optional<Members> ugi =
        framework.statics("org.apache.hadoop.security.UserGroupInformation$UgiMetrics");
    if (ugi.isPresent()) {
      ugi.get().call("reattach");
    }
  }

  /** Sources registered without an init() are not dropped by a shutdown: only a new system is. */
  @SuppressWarnings("unchecked") // holds a MetricsSystem, which this class cannot name
  private static void renew(Members singleton, Class<?> type) throws ReflectiveOperationException {
    Object renewed = type.getConstructor().newInstance();
    singleton.get("impl", AtomicReference.class).set(renewed);
    singleton.set("miniClusterMode", false);
    for (String names : new String[] {"mBeanNames", "sourceNames"}) {
      Members.of(singleton.get(names)).clear("map");
    }
  }
}
