/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import java.io.IOException;

/** Who is at the other end of a connection. Any thread may send. */
public interface GangPeer {
  /** Sends a message; waits while the other end takes nothing. */
  void send(GangMessage message) throws IOException;

  /** The other end, for messages to people. */
  String peer();
}
