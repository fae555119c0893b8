/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ClientContext;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HdfsClientContextsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldHandOutFirstContainersContextWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(HdfsClientContexts.class);
    assertThat(context()).isSameAs(first);
  }

  @Test
  void shouldMakeANewContextWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(context()).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    first = context();
  }

  private ClientContext first;

  private static ClientContext context() {
    Configuration conf = new Configuration();
    return ClientContext.get("default", new DfsClientConf(conf), conf);
  }
}
