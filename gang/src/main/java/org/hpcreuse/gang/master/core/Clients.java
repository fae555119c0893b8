/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;

/** Who watches a gang. */
public interface Clients {
  /** One has come. */
  void add(GangPeer client);

  /** Whether any has come. */
  boolean haveCome();

  /**
   * A connection is closed.
   *
   * @return whether it was the last client
   */
  boolean closed(GangPeer peer);

  /** Whether lines wait for one that does not take them. */
  boolean areSlow();

  /** Passes on a message; does not wait. */
  void tell(GangMessage message);
}
