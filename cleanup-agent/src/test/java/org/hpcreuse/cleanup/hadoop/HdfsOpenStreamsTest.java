/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.impl.LeaseRenewer;
import org.apache.hadoop.security.UserGroupInformation;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HdfsOpenStreamsTest {
  private final TestSlot slot = new TestSlot();
  private final List<String> ends = new CopyOnWriteArrayList<>();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveStreamsOpenWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(HdfsOpenStreams.class);
    assertThat(ends).isEmpty();
  }

  @Test
  void shouldAbortStreamsAndNotCompleteThemWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ends).containsExactly("abort");
  }

  private void firstContainer() throws IOException {
    LeaseRenewer.getInstance(
        "localhost:1", UserGroupInformation.getCurrentUser(), new WritingClient());
  }

  /** A real client of a NameNode that is not there, which says how its streams end. */
  private final class WritingClient extends DFSClient {
    WritingClient() throws IOException {
      super(URI.create("hdfs://localhost:1"), new Configuration());
    }

    @Override
    public void closeAllFilesBeingWritten(boolean abort) {
      ends.add(abort ? "abort" : "complete");
    }
  }
}
