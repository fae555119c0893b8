/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NamedInTest {
  /** Two letters, so that names overlap with themselves and nearly match everywhere. */
  @Test
  void shouldFindWhatASearchFromEveryPlaceFinds() {
    Random random = new Random(1);
    int found = 0;
    for (int i = 0; i < 10_000; i++) {
      String name = letters(random, 1 + random.nextInt(6));
      String text = letters(random, random.nextInt(40));

      boolean expected = text.contains(name);

      assertThat(new NamedIn(name).test(text.getBytes(StandardCharsets.US_ASCII)))
          .as("%s in %s", name, text)
          .isEqualTo(expected);
      found += expected ? 1 : 0;
    }
    assertThat(found).isBetween(1_000, 9_000);
  }

  @Test
  void shouldPassOverBytesThatAreNoLetters() {
    byte[] file = {(byte) 0xCA, (byte) 0xFE, (byte) 0xFF, 'm', 'a', 'x', (byte) 0x80};

    assertThat(new NamedIn("max").test(file)).isTrue();
    assertThat(new NamedIn("maxi").test(file)).isFalse();
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
