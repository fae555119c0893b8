/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResumedStreamTest {
  private final byte[] bytes = new byte[10_000];
  private final AtomicLong first = new AtomicLong();
  private final AtomicLong second = new AtomicLong();

  ResumedStreamTest() {
    new Random(1).nextBytes(bytes);
  }

  /** The first bytes, and then an error. */
  private InputStream broken(int count) {
    InputStream error =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            throw new IOException("broken");
          }
        };
    return new SequenceInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes, count)), error);
  }

  private ResumedStream stream(InputStream stream, ResumedStream.Other other) {
    return new ResumedStream(stream, other, first::addAndGet, second::addAndGet);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5_000, 9_999, 10_000})
  void goesOnWhereTheFirstHasFailed(int count) throws IOException {
    ResumedStream stream = stream(broken(count), e -> new ByteArrayInputStream(bytes));
    assertThat(stream.readAllBytes()).isEqualTo(bytes);
    assertThat(first).hasValue(count);
    assertThat(second).hasValue(bytes.length - count);
  }

  @Test
  void asksForNoOtherWithoutNeed() throws IOException {
    ResumedStream stream =
        stream(
            new ByteArrayInputStream(bytes),
            e -> {
              throw new AssertionError(e);
            });
    assertThat(stream.readAllBytes()).isEqualTo(bytes);
    assertThat(stream.read()).isEqualTo(-1);
  }

  @Test
  void failsWhenTheOtherCannotBeHad() {
    ResumedStream stream =
        stream(
            broken(3),
            e -> {
              throw new IOException("no other", e);
            });
    assertThatThrownBy(stream::readAllBytes).hasMessage("no other").hasRootCauseMessage("broken");
  }

  @Test
  void failsWhenTheOtherIsShorter() {
    ResumedStream stream = stream(broken(300), e -> new ByteArrayInputStream(new byte[299]));
    assertThatThrownBy(stream::readAllBytes).isInstanceOf(IOException.class);
  }
}
