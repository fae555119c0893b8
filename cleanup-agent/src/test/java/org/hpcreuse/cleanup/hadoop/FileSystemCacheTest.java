/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FileSystemCacheTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstContainersFileSystemWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(FileSystemCache.class, RestoreStatics.class);
    assertThat(cached()).isNotEmpty();
  }

  @Test
  void shouldKeepNoFileSystemWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(cached()).isEmpty();
  }

  private void firstContainer() throws Exception {
    FileSystem.getLocal(new Configuration());
  }

  private static Map<?, ?> cached() throws ReflectiveOperationException {
    return ReflectiveAccess.ofClass(FileSystem.class).in("CACHE").get("map", Map.class);
  }
}
