/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

/**
 * How a container ended.
 *
 * @param status exit status, 0-255 as a process would show it
 * @param orderly whether shutdown hooks run: false after halt or KILL
 * @param diagnostics text for YARN, may be empty
 */
public record ContainerEnd(int status, boolean orderly, String diagnostics) {
  private static final int STATUS_BITS = 0xFF;

  public ContainerEnd {
    status &= STATUS_BITS;
  }
}
