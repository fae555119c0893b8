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

/** Other slots, which load, are another process that has the places of the first ones. */
final class LoadingTurnTest {
  private static final String NAME = "loading";
  private static final int FIRST = Runtime.getRuntime().availableProcessors();
  private static final int SLOTS = FIRST + 1;
  private static final int SPARES = 1;
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
    Files.writeString(
        dir.resolve(PoolFiles.OPTIONS),
        "hpc-reuse.slots=" + SLOTS + "x512\nhpc-reuse.spares=" + SPARES + "\n");
    files = PoolFiles.open(dir);
    log = new SlotLog(dir.resolve("slot.log"));
  }

  @AfterEach
  void endOthers() throws Exception {
    if (others != null) {
      others.close();
    }
  }

  @Test
  void shouldLoadTheLargestFirstAndSparesLast() {
    assertThat(LoadingTurn.order(List.of(new SlotClass(4, 1024), new SlotClass(1, 1536)), 1))
        .containsExactly(4, 0, 1, 2, 3, 5);
    assertThat(
            LoadingTurn.order(
                List.of(new SlotClass(2, 2048), new SlotClass(2, 512), new SlotClass(1, 2048)), 0))
        .containsExactly(0, 2, 1, 3, 4);
  }

  @Test
  void shouldLoadAtOnceWhenItIsAmongTheFirst() throws Exception {
    load();

    LoadingTurn.take(files, FIRST - 1, processors, log).close();
  }

  @Test
  void shouldLoadAfterOthersWhenThePoolStarts() throws Exception {
    load();
    CompletableFuture<Closeable> turn = takeInThread();
    assertThat(turn).isNotDone();
    later = Duration.ofMinutes(1); // waits for no idle processor any more

    others.close();

    assertIsTurn(turn);
  }

  @Test
  void shouldLoadWithoutATurnWhenOthersTakeTooLong() throws Exception {
    load();
    CompletableFuture<Closeable> turn = takeInThread();

    later = Duration.ofMinutes(2);

    turn.get(BOUND.toMillis(), TimeUnit.MILLISECONDS).close();
    assertThat(Files.readString(dir.resolve("slot.log")))
        .contains("no turn to load within PT1M15S");
  }

  @Test
  void shouldKeepItsTurnWhenTheKernelTellsNothingOfProcessors() throws Exception {
    load();
    processors = processors(dir.resolve("no-proc"));
    CompletableFuture<Closeable> turn = takeInThread();

    others.close();

    assertIsTurn(turn);
    assertThat(Files.readString(dir.resolve("slot.log")))
        .contains("does not wait for an idle processor");
  }

  /** Returns when it waits. */
  private CompletableFuture<Closeable> takeInThread() {
    CompletableFuture<Closeable> turn = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                turn.complete(LoadingTurn.take(files, FIRST, processors, log));
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
      assertThat(rest.taken()).isEqualTo(FIRST);
    }
  }

  @Test
  void shouldHaveItsPlaceUntilItHasLoaded() throws Exception {
    Closeable turn = LoadingTurn.take(files, 0, processors, log);
    try (OtherSlots rest = OtherSlots.take(dir, NAME)) {
      assertThat(rest.taken()).isEqualTo(FIRST - 1);
    }

    turn.close();

    try (OtherSlots rest = OtherSlots.take(dir, NAME)) {
      assertThat(rest.taken()).isEqualTo(FIRST);
    }
  }

  private Processors processors(Path proc) {
    return new Processors(proc, () -> System.nanoTime() + later.toNanos());
  }

  @Test
  void shouldNotWaitWhenItReplacesAnother() throws Exception {
    load();

    LoadingTurn.take(files, SLOTS + SPARES, processors, log).close();
  }

  @Test
  void shouldLoadWithoutLocks() throws Exception {
    for (int place = 0; place < SLOTS + SPARES; place++) {
      Files.createDirectory(dir.resolve("loading-" + place + ".lock"));
    }

    LoadingTurn.take(files, 0, processors, log).close();

    assertThat(Files.readString(dir.resolve("slot.log"))).contains("all slots load at once");
  }

  private void load() throws IOException {
    others = OtherSlots.take(dir, NAME);
    assertThat(others.taken()).isPositive();
  }
}
