/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDirectoriesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKnowFirstContainersDirectoriesWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(LocalDirAllocator.isContextValid("first.dirs")).isTrue();
  }

  @Test
  void shouldForgetDirectoriesWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(LocalDirAllocator.isContextValid("first.dirs")).isFalse();
  }

  private void firstContainer() throws Exception {
    Configuration conf = new Configuration();
    conf.set("first.dirs", directory.toString());
    new LocalDirAllocator("first.dirs").getLocalPathForWrite("file", conf);
  }

  @TempDir private Path directory;
}
