/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import org.hpcreuse.hadoop.RequestWait;

/** How an ApplicationMaster waits before a heartbeat. */
enum Waits {
  /** As Hadoop's allocator does. */
  STOCK {
    @Override
    void sleep(long longestMs, Allocator allocator) throws InterruptedException {
      Thread.sleep(longestMs);
    }
  },
  /** As Hadoop's allocator does once the agent of slots has rewritten it. */
  SLOTS {
    @Override
    void sleep(long longestMs, Allocator allocator) throws InterruptedException {
      RequestWait.sleep(longestMs, allocator);
    }
  };

  /**
   * Sleeps.
   *
   * @param longestMs how long stock Hadoop sleeps, ms
   */
  abstract void sleep(long longestMs, Allocator allocator) throws InterruptedException;
}
