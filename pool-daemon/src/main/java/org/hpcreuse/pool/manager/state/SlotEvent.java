/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

/** What can happen to a process. */
public enum SlotEvent {
  REPORT,
  REPORT_AS_SPARE,
  TAKE_OVER,
  LEASE,
  RUN,
  DECLINE,
  EXIT,
  RELEASE,
  COLLECT,
  COLLECTED,
  RETIRE,
  LOSE,
  GONE
}
