/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import org.hpcreuse.pool.slot.process.LibC;
import org.hpcreuse.pool.slot.process.ProcessStatus;

/** The umask. */
final class FileModeMask implements ProcessTrait {
  private final int before = ProcessStatus.umask();

  @Override
  public void restore() {
    LibC.umask(before);
  }
}
