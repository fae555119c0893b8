/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeleteOnExitFilesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldRememberFirstContainersFileWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(DeleteOnExitFiles.class);
    assertThat(DeleteOnExitFiles.live()).contains("first-container");
  }

  @Test
  void shouldForgetFileWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(DeleteOnExitFiles.live()).doesNotContain("first-container");
  }

  private void firstContainer() throws Exception {
    new File("first-container").deleteOnExit();
  }
}
