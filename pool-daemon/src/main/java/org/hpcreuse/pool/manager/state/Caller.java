/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import org.hpcreuse.protocol.wire.Message;

/**
 * Who is at the other end of a connection, after its {@link Message.Hello} has been accepted.
 *
 * @param connection the connection's number, never used twice, at least 1
 * @param role what the caller says it is
 * @param pid the caller's process id
 * @param startTicks when the process with that id was started that was there then; {@link
 *     #NO_START} when there was none
 */
public record Caller(long connection, Message.Role role, long pid, long startTicks) {
  /** The start of no process. */
  public static final long NO_START = -1;

  @Override
  public String toString() {
    return "connection " + connection + " (" + role + " " + pid + ")";
  }
}
