/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

/** Everything in a cluster that listens on TCP. */
public enum Port {
  NN_RPC,
  NN_HTTP,
  DN_DATA,
  DN_HTTP,
  DN_IPC,
  RM_CLIENT,
  RM_SCHEDULER,
  RM_TRACKER,
  RM_ADMIN,
  RM_HTTP,
  NM_RPC,
  NM_LOCALIZER,
  NM_HTTP,
  NM_SHUFFLE,
  JHS_RPC,
  JHS_ADMIN,
  JHS_HTTP
}
