/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.filesystem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FileSystemServicesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldUseServicesFoundInFirstContainerWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(services()).containsKey("first");
  }

  @Test
  void shouldLookServicesUpAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(services()).isEmpty();
  }

  private void firstContainer() throws Exception {
    FileSystem.getFileSystemClass("file", new Configuration());
    services().put("first", LocalFileSystem.class);
  }

  @SuppressWarnings("unchecked") // a static map of schemes to classes
  private static Map<String, Object> services() throws ReflectiveOperationException {
    return (Map<String, Object>)
        ReflectiveAccess.ofClass(FileSystem.class).get("SERVICE_FILE_SYSTEMS");
  }
}
