/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageStatistics;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemStatisticsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldCountFirstTasksBytesWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(bytesWritten()).isGreaterThanOrEqualTo(100);
  }

  @Test
  void shouldStartAtZeroWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(bytesWritten()).isZero();
  }

  private void firstContainer() throws Exception {
    Path file = new Path(directory.resolve("file").toUri());
    FileSystem local = FileSystem.getLocal(new Configuration());
    try (FSDataOutputStream out = local.create(file)) {
      out.write(new byte[100]);
    }
  }

  @TempDir private java.nio.file.Path directory;

  private static long bytesWritten() {
    long bytes = 0;
    Iterator<StorageStatistics> all = FileSystem.getGlobalStorageStatistics().iterator();
    while (all.hasNext()) {
      Long written = all.next().getLong("bytesWritten");
      bytes += written == null ? 0 : written;
    }
    return bytes;
  }
}
