/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadStatisticsTest {
  @SuppressWarnings("deprecation") // each file system of Hadoop counts there
  private static final FileSystem.Statistics STATISTICS =
      FileSystem.getStatistics("file", RawLocalFileSystem.class);

  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldCountTheFirstContainersBytesLaterWhenLeftOut() throws Exception {
    long before = STATISTICS.getBytesRead();
    List<Object> threads = firstContainer();
    slot.releaseWithout(ThreadStatistics.class);
    collected(threads);
    assertThat(STATISTICS.getBytesRead()).isEqualTo(before + 7);
  }

  @Test
  void shouldCountNoByteOfTheFirstContainerWhenReleased() throws Exception {
    long before = STATISTICS.getBytesRead();
    List<Object> threads = firstContainer();
    slot.release();
    collected(threads);
    assertThat(STATISTICS.getBytesRead()).isEqualTo(before);
  }

  /** Reads seven bytes in a thread that ends; returns what Hadoop knows of threads. */
  private static List<Object> firstContainer() throws Exception {
    Thread reader = new Thread(() -> STATISTICS.incrementBytesRead(7), "reader");
    reader.start();
    reader.join();
    return List.copyOf(threads());
  }

  /** What Hadoop's own thread does when the garbage collector has found them gone. */
  private static void collected(List<Object> threads) throws Exception {
    for (Object each : threads) {
      ReflectiveAccess.of(each).call("cleanUp");
    }
  }

  @SuppressWarnings("unchecked") // Set<StatisticsDataReference>
  private static Collection<Object> threads() throws ReflectiveOperationException {
    return ReflectiveAccess.of(STATISTICS).get("allData", Collection.class);
  }
}
