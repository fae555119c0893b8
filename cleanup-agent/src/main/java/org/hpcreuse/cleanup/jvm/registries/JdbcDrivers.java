/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.sql.DriverManager;
import java.util.Collection;
import java.util.List;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Drops the JDBC drivers of the container's classes.
 *
 * <p>Without it DriverManager keeps its loader.
 */
public final class JdbcDrivers implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Collection<?> drivers =
        ReflectiveAccess.ofClass(DriverManager.class).get("registeredDrivers", Collection.class);
    for (Object driver : List.copyOf(drivers)) {
      if (release.belongsToContainer(ReflectiveAccess.of(driver).get("driver"))) {
        drivers.remove(driver);
      }
    }
  }
}
