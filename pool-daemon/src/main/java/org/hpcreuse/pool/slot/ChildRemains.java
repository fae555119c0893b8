/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import org.hpcreuse.pool.process.Subreaper;

/**
 * Zombies among the slot's children. A process whose parent has ended comes to the slot, but Java
 * waits only for those it has started itself.
 */
final class ChildRemains {
  private ChildRemains() {}

  /** Takes them away; all child processes of the container have been ended. */
  static void reap() {
    ProcessHandle.current().children().map(ProcessHandle::pid).forEach(Subreaper::reap);
  }
}
