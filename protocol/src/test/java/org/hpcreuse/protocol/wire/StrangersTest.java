/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StrangersTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Strangers<String> strangers = new Strangers<>(3, nanos::get);

  private void came(String caller, int host) throws UnknownHostException {
    strangers.came(caller, InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host}));
  }

  private void pass(long ms) {
    nanos.addAndGet(ms * 1_000_000);
  }

  @Test
  void shouldTakeNoPlaceThatHasJustBeenGiven() throws UnknownHostException {
    came("a", 1);
    came("b", 2);
    assertThat(strangers.isFull()).isFalse();
    came("c", 3);
    assertThat(strangers.isFull()).isTrue();
    pass(500);

    assertThat(strangers.pushOut()).isEmpty();
    assertThat(strangers.leftMs()).isEqualTo(1_500);
    pass(1_500);

    assertThat(strangers.pushOut()).contains("a");
    assertThat(strangers.isFull()).isFalse();
  }

  @Test
  void shouldTakeThePlaceOfTheOldestOfTheHostThatHasTheMost() throws UnknownHostException {
    came("a", 1);
    came("b", 2);
    came("c", 2);
    pass(2_000);

    assertThat(strangers.pushOut()).contains("b");
    assertThat(strangers.pushOut()).contains("a");
  }

  @Test
  void shouldForgetWhoHasLeft() throws UnknownHostException {
    came("a", 1);
    strangers.left("a");
    strangers.left("a");
    pass(2_000);

    assertThat(strangers.pushOut()).isEmpty();
    assertThat(strangers.leftMs()).isNotPositive();
  }
}
