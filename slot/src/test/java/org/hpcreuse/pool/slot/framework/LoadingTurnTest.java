/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.slot.process.OtherSlots;
import org.hpcreuse.pool.slot.process.Processors;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Other slots, which load, are another process that has all places. The pool has one slot more than
 * may load at first; it is the one but last.
 */
final class LoadingTurnTest {
  private static final String NAME = "loading";
  private static final int FIRST = Runtime.getRuntime().availableProcessors();
  private static final int LARGEST = FIRST;
  private static final int LAST = FIRST - 1;
  private static final int SPARE = FIRST + 1;
  private static final Duration BOUND = Duration.ofSeconds(30);

  @TempDir private Path dir;

  /** How much later it is than the system's clock says. */
  private volatile Duration later = Duration.ZERO;

  private Processors processors = processors(Path.of("/proc"));
  private PoolFiles files;
  private SlotLog log;
  private OtherSlots others;

  @BeforeEach
  void makePool() throws Exception {
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx------"));
    open("");
    log = new SlotLog(dir.resolve("slot.log"));
  }

  private void open(String option) throws IOException {
    Files.writeString(
        dir.resolve(PoolFiles.OPTIONS),
        "hpc-reuse.slots=" + FIRST + "x512,1x1024\nhpc-reuse.spares=1\n" + option);
    files = PoolFiles.open(dir);
  }

  @AfterEach
  void endOthers() throws Exception {
    if (others != null) {
      others.close();
    }
  }

  @Test
  void shouldLoadOneOfEachSizeFirstAndNoSpare() {
    List<SlotClass> classes = List.of(new SlotClass(4, 1024), new SlotClass(1, 1536));
    assertThat(LoadingTurn.first(classes, 1)).containsExactly(4);
    assertThat(LoadingTurn.first(classes, 2)).containsExactlyInAnyOrder(4, 0);
    assertThat(LoadingTurn.first(classes, 3)).containsExactlyInAnyOrder(4, 0, 1);
    assertThat(LoadingTurn.first(classes, 16)).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    assertThat(
            LoadingTurn.first(
                List.of(new SlotClass(2, 2048), new SlotClass(2, 512), new SlotClass(1, 2048)), 3))
        .containsExactlyInAnyOrder(0, 2, 1);
  }

  @Test
  void shouldLoadAtOnceWhenItIsAmongTheFirst() throws Exception {
    load();

    LoadingTurn.take(files, LARGEST, processors, log).close();
    if (FIRST > 1) {
      LoadingTurn.take(files, 0, processors, log).close();
    }

    assertThat(dir.resolve("slot.log")).isEmptyFile();
  }

  @Test
  void shouldHaveAPlaceWhenItIsAmongTheFirst() throws Exception {
    Closeable turn = LoadingTurn.take(files, LARGEST, processors, log);

    assertIsTurn(CompletableFuture.completedFuture(turn));
  }

  @Test
  void shouldWaitForAnIdleProcessorForHalfOfTheWaitAtMost() throws Exception {
    open("hpc-reuse.start-timeout-ms=120000\n");
    processors = processors(busy());
    load();
    CompletableFuture<Closeable> turn = takeInThread(LAST);
    later = Duration.ofSeconds(30);

    others.close();

    assertIsTurn(turn);
  }

  @Test
  void shouldLoadAfterOthersWhenThePoolStarts() throws Exception {
    load();
    CompletableFuture<Closeable> turn = takeInThread(LAST);
    assertThat(turn).isNotDone();
    later = Duration.ofMinutes(1); // waits for no idle processor any more

    others.close();

    assertIsTurn(turn);
  }

  @Test
  void shouldLoadWithoutATurnWhenOthersTakeTooLong() throws Exception {
    load();
    CompletableFuture<Closeable> turn = takeInThread(SPARE);

    later = Duration.ofMinutes(3);

    turn.get(BOUND.toMillis(), TimeUnit.MILLISECONDS).close();
    assertThat(Files.readString(dir.resolve("slot.log")))
        .contains("no turn to load within PT2M30S");
  }

  @Test
  void shouldKeepItsTurnWhenTheKernelTellsNothingOfProcessors() throws Exception {
    load();
    processors = processors(dir.resolve("no-proc"));
    CompletableFuture<Closeable> turn = takeInThread(SPARE);

    others.close();

    assertIsTurn(turn);
    assertThat(Files.readString(dir.resolve("slot.log")))
        .contains("does not wait for an idle processor");
  }

  /** Returns when it waits. */
  private CompletableFuture<Closeable> takeInThread(int number) {
    CompletableFuture<Closeable> turn = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                turn.complete(LoadingTurn.take(files, number, processors, log));
              } catch (Throwable e) {
                turn.completeExceptionally(e);
              }
            },
            "slot");
    thread.setDaemon(true);
    thread.start();
    await()
        .atMost(BOUND)
        .until(
            () ->
                Arrays.stream(thread.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().equals("sleep")));
    return turn;
  }

  private void assertIsTurn(CompletableFuture<Closeable> future) throws Exception {
    try (Closeable turn = future.get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
        OtherSlots rest = OtherSlots.take(dir, NAME)) {
      assertThat(turn).isNotNull();
      assertThat(rest.taken()).isEqualTo(FIRST - 1);
    }
  }

  /** A processor whose idle time does not grow. */
  private Path busy() throws IOException {
    Path proc = Files.createDirectories(dir.resolve("proc/self")).getParent();
    Files.writeString(proc.resolve("stat"), "cpu0 1 0 1 5 0 0 0 0 0 0\n");
    Files.writeString(proc.resolve("self/status"), "Cpus_allowed_list:\t0\n");
    return proc;
  }

  private Processors processors(Path proc) {
    return new Processors(proc, () -> System.nanoTime() + later.toNanos());
  }

  @Test
  void shouldNotWaitWhenItReplacesAnother() throws Exception {
    load();

    LoadingTurn.take(files, SPARE + 1, processors, log).close();

    assertThat(dir.resolve("slot.log")).isEmptyFile();
  }

  @Test
  void shouldLoadWithoutLocks() throws Exception {
    for (int place = 0; place < FIRST; place++) {
      Files.createDirectory(dir.resolve("loading-" + place + ".lock"));
    }

    LoadingTurn.take(files, SPARE, processors, log).close();

    assertThat(Files.readString(dir.resolve("slot.log"))).contains("all slots load at once");
  }

  private void load() throws IOException {
    others = OtherSlots.take(dir, NAME);
    assertThat(others.taken()).isPositive();
  }
}
