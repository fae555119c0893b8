/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSClient;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HdfsReadPoolsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldReadInFirstContainersPoolWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(HdfsReadPools.class);
    assertThat(pool.isShutdown()).isFalse();
  }

  @Test
  void shouldHaveNoPoolWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(pool.isShutdown()).isTrue();
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(DFSClient.class).set("STRIPED_READ_THREAD_POOL", pool);
  }

  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
}
