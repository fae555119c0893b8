/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandOffBenchmarkTest {
  private final HandOffBenchmark benchmark = new HandOffBenchmark();

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
    String container = TaskLaunch.message().spec().containerId();

    for (int i = 0; i < 3; i++) {
      assertThat(benchmark.launchAndAnswer())
          .isEqualTo(new Message.Assigned(container, 1, 0, 1, 1));
    }
  }
}
