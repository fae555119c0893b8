/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessesTest {
  @TempDir private Path dir;
  private final TestSlot slot = new TestSlot();
  private Process child;

  @AfterEach
  void end() {
    child.destroyForcibly();
    slot.close();
  }

  @Test
  void shouldEndAChildWhoseNameIsCutWithinALetter() throws Exception {
    child = slot.inContainer(() -> NamedProcess.cutWithinALetter(dir));

    ReleaseReport report = ReleaseChain.of(new ChildProcesses()).run(slot.release(true));

    assertThat(report.retireReason()).isEmpty();
    assertThat(child.waitFor(10, TimeUnit.SECONDS)).as("child killed").isTrue();
  }
}
