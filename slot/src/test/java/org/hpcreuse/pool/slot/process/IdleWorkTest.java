/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine with processors 0 to 3, of which the JVM may use 0, 2 and 3. */
final class IdleWorkTest {
  private static final String NAME = "idle-work";

  @TempDir private Path dir;

  private final long[] idleTicks = new long[4];
  private Duration now = Duration.ofHours(1);
  private Duration waited = Duration.ZERO;
  private IdleWork work;

  @BeforeEach
  void makeMachine() throws IOException {
    Files.createDirectories(dir.resolve("proc/self"));
    Files.createDirectories(dir.resolve("proc/thread-self"));
    Files.writeString(
        dir.resolve("proc/self/status"),
        "Name:\tany \u00ff bytes\nCpus_allowed_list:\t0,2-3\nMems:\t0\n",
        StandardCharsets.ISO_8859_1);
    write();
    work = work();
  }

  @Test
  void shouldBeginWhenAProcessorWasIdleBetweenTwoQuestions() throws IOException {
    assertThat(work.begins()).isFalse();

    passes(Duration.ofSeconds(1), 0, Duration.ofMillis(760));

    assertThat(work.begins()).isTrue();
  }

  @Test
  void shouldAddUpWhatProcessorsWereIdle() throws IOException {
    work.begins();

    idleTicks[2] += 40;
    passes(Duration.ofSeconds(1), 3, Duration.ofMillis(400));

    assertThat(work.begins()).isTrue();
  }

  @Test
  void shouldNotBeginWhileAllProcessorsWork() throws IOException {
    work.begins();

    passes(Duration.ofSeconds(1), 0, Duration.ofMillis(700));

    assertThat(work.begins()).isFalse();
  }

  @Test
  void shouldNotCountProcessorsOnWhichItMayNotRun() throws IOException {
    work.begins();

    passes(Duration.ofSeconds(1), 1, Duration.ofSeconds(1));

    assertThat(work.begins()).isFalse();
  }

  @Test
  void shouldNotBeginInMoreSlotsThanThereAreProcessors() throws Exception {
    try (OtherSlots others = OtherSlots.take(dir, NAME)) {
      assertThat(others.taken()).isEqualTo(Runtime.getRuntime().availableProcessors());
      work.begins();
      passes(Duration.ofSeconds(1), 0, Duration.ofSeconds(1));
      assertThat(work.begins()).isFalse();
    }
    passes(Duration.ofSeconds(1), 0, Duration.ofSeconds(1));

    assertThat(work.begins()).isTrue();
  }

  @Test
  void shouldPauseWhenItWaitsForAProcessor() throws IOException {
    assertThat(work.goesOn()).isTrue();
    passes(Duration.ofMillis(210), 0, Duration.ZERO);
    waits(Duration.ofMillis(40));
    assertThat(work.goesOn()).isTrue();

    passes(Duration.ofMillis(210), 0, Duration.ZERO);
    waits(Duration.ofMillis(50));

    assertThat(work.goesOn()).isFalse();
  }

  @Test
  void shouldGiveItsPlaceBackInAPause() throws Exception {
    begun();
    try (OtherSlots others = OtherSlots.take(dir, NAME)) {
      assertThat(others.taken()).isEqualTo(Runtime.getRuntime().availableProcessors() - 1);
    }

    work.pauses();

    try (OtherSlots others = OtherSlots.take(dir, NAME)) {
      assertThat(others.taken()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }
  }

  @Test
  void shouldGoOnAfterAMinuteOnABusyMachine() throws IOException {
    work.begins();

    passes(Duration.ofMinutes(1), 0, Duration.ZERO);

    assertThat(work.begins()).isTrue();
    assertThat(work.goesOn()).isTrue();
    passes(Duration.ofMillis(210), 0, Duration.ZERO);
    waits(Duration.ofMillis(210));
    assertThat(work.goesOn()).isTrue();
  }

  private void begun() throws IOException {
    work.begins();
    passes(Duration.ofSeconds(1), 0, Duration.ofSeconds(1));
    assertThat(work.begins()).isTrue();
  }

  private IdleWork work() throws IOException {
    Processors processors = new Processors(dir.resolve("proc"), () -> now.toNanos());
    return new IdleWork(
        Places.of(dir, NAME, Runtime.getRuntime().availableProcessors()),
        processors,
        new SlotLog(dir.resolve("slot.log")));
  }

  private void passes(Duration time, int processor, Duration idle) throws IOException {
    now = now.plus(time);
    idleTicks[processor] += idle.toMillis() / 10;
    write();
  }

  private void waits(Duration time) throws IOException {
    waited = waited.plus(time);
    write();
  }

  private void write() throws IOException {
    StringBuilder stat = new StringBuilder("cpu  0 0 0 0 0 0 0 0 0 0\n");
    for (int processor = 0; processor < idleTicks.length; processor++) {
      long waits = idleTicks[processor] / 4;
      long idles = 1000 + idleTicks[processor] - waits;
      stat.append("cpu" + processor + " 7 0 7 " + idles + " " + waits + " 0 0 0 0 0\n");
    }
    Files.writeString(dir.resolve("proc/stat"), stat + "intr 100 1 2\nctxt 5\n");
    Files.writeString(dir.resolve("proc/thread-self/schedstat"), "99 " + waited.toNanos() + " 3\n");
  }
}
