/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;

/** What happens to a gang. */
public sealed interface Event {
  /** YARN has given containers. */
  record Allocated(List<Container> containers) implements Event {}

  /**
   * A container is over.
   *
   * @param status its exit status, or one of YARN's negative numbers
   */
  record Completed(ContainerId container, int status, String diagnostics) implements Event {
    /** What YARN says of it. */
    public static Completed of(ContainerStatus status) {
      return new Completed(
          status.getContainerId(), status.getExitStatus(), status.getDiagnostics());
    }
  }

  /** A NodeManager has not started a container. */
  record NotStarted(ContainerId container, String reason) implements Event {}

  /** A rank or a client has said something. */
  record Said(GangPeer peer, GangMessage message) implements Event {}

  /** A connection is closed. */
  record Closed(GangPeer peer) implements Event {}

  /** YARN wants the application to end, or a thread of the master has failed. */
  record Stop(String reason) implements Event {}
}
