/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The system properties. */
public final class PropertySight implements Sight {
  @Override
  public void look(Report report) {
    System.getProperties().forEach((key, value) -> report.put("property." + key, value));
    report.put("separator", System.lineSeparator());
  }
}
