/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandardStreamsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldPrintIntoFirstContainersStreamWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(StandardStreams.class);
    assertThat(System.err).isSameAs(first);
  }

  @Test
  void shouldPrintAsBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(System.err).isNotSameAs(first);
  }

  private void firstContainer() throws Exception {
    System.setErr(first);
  }

  private final PrintStream first = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
}
