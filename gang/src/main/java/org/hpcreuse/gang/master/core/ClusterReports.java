/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What the ResourceManager knows that may keep the gang from its start. */
public interface ClusterReports {
  /** Whether this gang cannot start beside all masters that run, and one of them is older. */
  boolean olderGangNeedsThePlace() throws IOException, YarnException;

  /** How many ranks are wanted and alive, when fewer are alive; else nothing. */
  Optional<String> missingRanks() throws IOException, YarnException;
}
