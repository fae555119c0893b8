/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.Test;

class FrameBenchmarkTest {
  private final FrameBenchmark benchmark = new FrameBenchmark();

  @Test
  void shouldEncodeALaunchOfTheUsualSizeWhenRun() throws Exception {
    ByteBuffer frame = benchmark.executorEncodesLaunch();

    assertThat(frame.remaining()).isBetween(2_000, 6_000);
    assertThat(Frames.decode(frame)).isEqualTo(Optional.of(TaskLaunch.message()));
  }

  @Test
  void shouldForwardTheSameContainerWhenRun() throws Exception {
    Optional<Message> run = Frames.decode(benchmark.managerForwardsLaunch());

    assertThat(run).isEqualTo(Optional.of(new Message.Run(1, TaskLaunch.message().spec())));
  }

  @Test
  void shouldDecodeTheProgramWhenRunRepeatedly() throws Exception {
    assertThat(benchmark.slotDecodesProgram()).isEqualTo(TaskLaunch.program());
    assertThat(benchmark.slotDecodesProgram()).isEqualTo(TaskLaunch.program());
  }
}
