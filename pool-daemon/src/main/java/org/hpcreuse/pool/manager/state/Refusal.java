/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.Locale;

/** Why a caller was not served. */
public enum Refusal {
  /** Another user's process, or one whose user is unknown. */
  WRONG_USER,
  /** More connections than the manager keeps. */
  TOO_MANY,
  /** The manager has no descriptor left for another connection. */
  NO_DESCRIPTORS,
  /** Nothing was said in time. */
  SILENT,
  /** Something else came first, or nothing at all. */
  NO_HELLO,
  WRONG_SECRET,
  /** What came is no message, or larger than any. */
  MALFORMED,
  /** Messages take all the memory that they may. */
  NO_MEMORY,
  /** The caller hung up within a message. */
  CUT_OFF,
  /** A message that this role has no business to send, or not now. */
  NOT_FOR_ROLE,
  /** A text that cannot be a container's id. */
  BAD_CONTAINER_ID,
  /** A process that is none of the slots that are expected. */
  NO_PROCESS;

  /** As status and metrics name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
