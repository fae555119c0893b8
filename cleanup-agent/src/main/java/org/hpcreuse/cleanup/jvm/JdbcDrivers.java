/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.sql.DriverManager;
import java.util.Collection;
import java.util.List;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops the JDBC drivers of the container's classes.
 *
 * <p>Without it DriverManager keeps its loader.
 */
final class JdbcDrivers implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Collection<?> drivers =
        Members.ofClass(DriverManager.class).get("registeredDrivers", Collection.class);
    for (Object driver : List.copyOf(drivers)) {
      if (release.isContainers(Members.of(driver).get("driver"))) {
        drivers.remove(driver);
      }
    }
  }
}
