/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import org.hpcreuse.nodemanager.command.Reason;
import org.hpcreuse.protocol.wire.Message;

/** How an attempt to run a container in a slot went. */
sealed interface Outcome {
  /** It ran and is over, or was killed before it got a slot. */
  record Ended(Message.Exited exited) implements Outcome {}

  /** It has not run and will not. */
  record NotRun(Reason reason) implements Outcome {}

  /** Nobody knows: the pool was lost and did not come back in time. */
  record Lost(String detail) implements Outcome {}
}
