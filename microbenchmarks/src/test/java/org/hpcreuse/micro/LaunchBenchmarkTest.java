/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaunchBenchmarkTest {
  private final LaunchBenchmark benchmark = new LaunchBenchmark();

  @BeforeEach
  void connect() throws Exception {
    benchmark.connect();
  }

  @AfterEach
  void close() throws Exception {
    benchmark.close();
  }

  @Test
  void shouldGetASlotForEachLaunch() throws Exception {
    String container = LaunchBenchmark.message().spec().containerId();

    for (int i = 0; i < 3; i++) {
      assertThat(benchmark.launchAndAnswer())
          .isEqualTo(new Message.Assigned(container, 1, 0, 1, 1));
    }
  }

  @Test
  void shouldEncodeALaunchOfTheUsualSizeWhenRun() throws Exception {
    ByteBuffer frame = benchmark.executorEncodesLaunch();

    assertThat(frame.remaining()).isBetween(2_000, 6_000);
    assertThat(Frames.decode(frame)).isEqualTo(Optional.of(LaunchBenchmark.message()));
  }

  @Test
  void shouldForwardTheSameContainerWhenRun() throws Exception {
    Optional<Message> run = Frames.decode(benchmark.managerForwardsLaunch());

    assertThat(run).isEqualTo(Optional.of(new Message.Run(1, LaunchBenchmark.message().spec())));
  }

  @Test
  void shouldDecodeTheProgramWhenRunRepeatedly() throws Exception {
    assertThat(benchmark.slotDecodesProgram()).isEqualTo(LaunchBenchmark.program());
    assertThat(benchmark.slotDecodesProgram()).isEqualTo(LaunchBenchmark.program());
  }
}
