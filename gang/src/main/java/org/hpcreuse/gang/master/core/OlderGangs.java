/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.io.IOException;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** The gangs that were submitted before. */
@FunctionalInterface
public interface OlderGangs {
  /** Whether this gang cannot start beside all masters that run, and one of them is older. */
  boolean needThePlace() throws IOException, YarnException;
}
