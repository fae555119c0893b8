/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class FootprintTest {
  @Test
  void shouldAddUpTheMemoryOfLivingSlotsAndSpares() throws IOException {
    long self = ProcessHandle.current().pid();
    String status =
        "{\"slots\":[{\"slot\":0,\"pid\":%1$d},{\"slot\":1,\"pid\":0}],\"spares\":[{\"pid\":%1$d}]}"
            .formatted(self);

    Footprint footprint = Footprint.of(status);

    assertThat(footprint.slots()).isEqualTo(2);
    assertThat(footprint.rssMb()).isBetween(10L, 10_000L);
  }
}
