/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;

/** What a gang asks of the NodeManagers. Called by the master's thread; nothing waits. */
public interface RankContainers {
  /** Starts a rank in each. */
  void start(List<Container> containers);

  /** YARN ends them with SIGTERM, and with SIGKILL after its own grace. */
  void stop(List<Container> containers);

  /** Asks which of these are over. */
  void look(List<Container> containers);
}
