/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.EnumSet;
import java.util.Set;

/** What a node has to run beside its containers. */
public enum NodeRole {
  /** Everything: the first node, or the only one. */
  HEAD,
  /** Every other node. */
  WORKER;

  /** What listens on such a node. */
  public Set<Port> ports() {
    return this == HEAD
        ? EnumSet.allOf(Port.class)
        : EnumSet.of(
            Port.DN_DATA,
            Port.DN_HTTP,
            Port.DN_IPC,
            Port.NM_RPC,
            Port.NM_LOCALIZER,
            Port.NM_HTTP,
            Port.NM_SHUFFLE);
  }

  /** Its daemons. */
  Set<Daemon> daemons() {
    return this == HEAD
        ? EnumSet.allOf(Daemon.class)
        : EnumSet.of(Daemon.DATANODE, Daemon.NODEMANAGER);
  }
}
