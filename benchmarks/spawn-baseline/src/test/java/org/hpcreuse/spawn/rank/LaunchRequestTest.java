/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchRequestTest {
  private static final LaunchRequest REQUEST =
      new LaunchRequest("/data/ä b", List.of("bash", "/data/ä b/run.sh", ""));

  @Test
  void shouldReadWhatItHasWritten() throws IOException {
    assertThat(read(REQUEST.encode().array())).isEqualTo(REQUEST);
  }

  @Test
  void shouldSayThatTheStreamHasEndedInTheMiddle() {
    byte[] bytes = REQUEST.encode().array();

    for (int length = 0; length < bytes.length; length++) {
      byte[] part = java.util.Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void shouldRejectWhatIsNoRequest() {
    byte[] bytes = REQUEST.encode().array();
    bytes[0] ^= 1;
    assertThatThrownBy(() -> read(bytes)).hasMessageContaining("bad magic 0x49505350");
    byte[] newer = REQUEST.encode().array();
    newer[5]++;
    assertThatThrownBy(() -> read(newer)).hasMessageContaining("request of version 2");
    byte[] empty = new LaunchRequest("/", List.of()).encode().array();
    assertThatThrownBy(() -> read(empty)).hasMessageContaining("a command of 0 words");
  }

  private static LaunchRequest read(byte[] bytes) throws IOException {
    return LaunchRequest.read(new ByteArrayInputStream(bytes));
  }
}
