/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Shuts the default metrics system down until it really is (it counts its users), and the
 * JvmMetrics singleton. What the system knows of sources and names is restored with the other
 * statics.
 *
 * <p>Without it the sinks and the timer of this container's system go on, and the next MRAppMaster
 * or task finds its sources and MBeans: "Metrics source ... already exists!". Source:
 * org.apache.hadoop.metrics2.lib.DefaultMetricsSystem.
 */
public final class MetricsSystem implements ReleaseStep {
  private static final String IMPLEMENTATION = "org.apache.hadoop.metrics2.impl.MetricsSystemImpl";

  @Override
  public void run(Release release) throws Exception {
    LoadedClasses framework = release.framework();
    Optional<ReflectiveAccess> jvm =
        framework.statics("org.apache.hadoop.metrics2.source.JvmMetrics$Singleton");
    if (jvm.isPresent()) {
      jvm.get().in("INSTANCE").call("shutdown");
    }
    Optional<ReflectiveAccess> statics =
        framework.statics("org.apache.hadoop.metrics2.lib.DefaultMetricsSystem");
    if (statics.isEmpty()) {
      return;
    }
    ReflectiveAccess singleton = statics.get().in("INSTANCE");
    Object system = singleton.get("impl", AtomicReference.class).get();
    boolean own = system.getClass().getName().equals(IMPLEMENTATION);
    while (own && ReflectiveAccess.of(system).get("refCount", Integer.class) > 0) {
      singleton.call("shutdownInstance");
    }
  }
}
