/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.IOException;

/**
 * Something that the kernel keeps of a process and that code in it can change by a system call. It
 * remembers what was when it was made. Used by the slot's runner thread, between containers.
 */
interface ProcessTrait {
  /**
   * Makes it what it was; costs next to nothing when it is.
   *
   * @throws IOException when the kernel does not let this process, and the slot must be retired
   */
  void restore() throws IOException;
}
