/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe;

/** The system properties. */
final class PropertySight implements Sight {
  @Override
  public void look(Report report) {
    System.getProperties().forEach((key, value) -> report.put("property." + key, value));
    report.put("separator", System.lineSeparator());
  }
}
