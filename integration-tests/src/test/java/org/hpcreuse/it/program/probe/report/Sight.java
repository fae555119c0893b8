/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.report;

/** One kind of thing that a program can see of the process it runs in. */
public interface Sight {
  /**
   * Writes down all of it. Changes nothing that another look would see.
   *
   * @throws Exception if it cannot be seen; the probe then writes that down
   */
  void look(Report report) throws Exception;
}
