/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.List;
import org.hpcreuse.protocol.ContainerMark;
import org.hpcreuse.protocol.option.SlotClass;
import org.hpcreuse.protocol.wire.Message;

/** What the core wants done outside itself. */
public sealed interface Action {

  /** Send a message; nothing when the connection is closed by now. */
  record Send(long connection, Message message) implements Action {}

  /**
   * Give a slot to a container: tell the executor, then look whether the executor is still there,
   * and tell the slot only then. Else report that the lease is not granted. An executor that gives
   * a launch up ends its side of the connection first, and looks then for what the manager has
   * said; so one of the two always sees the other.
   */
  record Grant(long executor, Message.Assigned assigned, long slot, Message.Run run)
      implements Action {}

  /** Close a connection and log why. */
  record Close(long connection, String reason) implements Action {}

  /** Start a slot's process without MPI and report its pid, or that it could not be started. */
  record StartSlot(int number, int heapMb) implements Action {}

  /** Start mpirun with one group of ranks for each entry, ranks counted through the groups. */
  record StartMpirun(List<SlotClass> groups) implements Action {}

  /** Look at the framework's files and report what they are. */
  record LookAtFramework() implements Action {}

  /** Report when this process is gone. */
  record Watch(long pid) implements Action {}

  /** End this process by SIGKILL, if it is still the one that was watched. */
  record Kill(long pid) implements Action {}

  /** End what still carries the mark of a container that no slot has, then send that answer. */
  record EndMarked(ContainerMark mark, Send answer) implements Action {}

  /** Note on disk which processes the slots are. */
  record SaveRecovery(RecoveryRecord record) implements Action {}

  /** End mpirun and whatever ranks it still has. */
  record EndMpirun() implements Action {}

  /** All is over: close the sockets and return. */
  record Stop() implements Action {}
}
