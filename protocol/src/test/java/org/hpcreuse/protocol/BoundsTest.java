/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who waits for another waits longer than that may take. */
class BoundsTest {
  private static final Path LAUNCH = Path.of("..", "launch");

  private static long byDefault(Option<Long> option) {
    return option.in(Map.of());
  }

  private static Duration inShell(String file, String name) throws IOException {
    Matcher value =
        Pattern.compile("^(?:readonly )?" + name + " *= *\"?(?:\\$\\{\\w+:-)?(\\d+)").matcher("");
    return Files.readAllLines(LAUNCH.resolve(file)).stream()
        .filter(line -> value.reset(line).find())
        .findFirst()
        .map(line -> value.group(1))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .orElseThrow(() -> new AssertionError(file + " has no " + name));
  }

  @ParameterizedTest
  @ValueSource(longs = {15_000, 30_000, 600_000})
  void shouldLetTheNextManagerComeWhileSlotsLookForIt(long reconnectMs) {
    assertThat(reconnectMs).isGreaterThanOrEqualTo(Bounds.leastReconnectMs());
    assertThat(Bounds.keeperPause(reconnectMs).plus(Bounds.MANAGER_START))
        .isLessThanOrEqualTo(Duration.ofMillis(reconnectMs));
  }

  @Test
  void shouldHaveSlotsLookLongEnoughByDefault() {
    assertThat(byDefault(Options.RECONNECT_MS)).isGreaterThan(Bounds.leastReconnectMs());
    assertThat(Bounds.keeperPause(byDefault(Options.RECONNECT_MS))).isEqualTo(Bounds.KEEPER_PAUSE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 30_000, 600_000})
  void shouldHaveAnExecutorLookLongerThanASlotThatEnds(long reconnectMs) {
    assertThat(Bounds.search(reconnectMs))
        .isGreaterThan(Duration.ofMillis(reconnectMs).plus(Bounds.CHILDREN));
  }

  @Test
  void shouldKeepASearchUpUntilTheKeeperHasEndedASilentManager() {
    // A container runs: the executor asks, waits in vain, complains; so does the keeper.
    Duration next =
        Bounds.SILENT
            .plus(Bounds.keeperPause(byDefault(Options.RECONNECT_MS)))
            .plus(Bounds.MANAGER_START);
    assertThat(Bounds.search(byDefault(Options.RECONNECT_MS))).isGreaterThan(next);
    assertThat(Bounds.ASK).isLessThan(Bounds.SILENT);
  }

  @Test
  void shouldGiveSlotsTimeToComeBack() {
    assertThat(Bounds.SLOT_RETURN).isGreaterThan(Bounds.SLOT_SEARCH_PAUSE.multipliedBy(10));
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "2000, 20000", "600000, 600000"})
  void shouldLetASlotEndInOrderBeforeItIsKilled(long graceMs, long releaseMs) {
    assertThat(Bounds.kill(graceMs)).isGreaterThan(Bounds.endOfThreads(graceMs));
    assertThat(Bounds.release(releaseMs, graceMs))
        .isGreaterThan(
            Duration.ofMillis(graceMs)
                .plus(Bounds.REPORT)
                .plusMillis(releaseMs)
                .plus(Bounds.REPORT)
                .plusMillis(releaseMs));
    assertThat(Bounds.CHILDREN).isLessThan(Bounds.LEAVE);
    assertThat(Bounds.CHILDREN).isLessThan(Bounds.POOL_END.dividedBy(2));
  }

  @Test
  void shouldHaveTheBoundsOfTheScripts() throws Exception {
    String keeper = "node/pool-keeper.sh";
    assertThat(inShell(keeper, "SILENT_SECONDS")).isEqualTo(Bounds.SILENT);
    assertThat(inShell(keeper, "MAX_PAUSE_SECONDS")).isEqualTo(Bounds.KEEPER_PAUSE);
    assertThat(inShell(keeper, "PAUSE_PARTS").toSeconds()).isEqualTo(Bounds.KEEPER_PAUSE_PARTS);
    assertThat(inShell(keeper, "RECONNECT_MS").toSeconds())
        .isEqualTo(byDefault(Options.RECONNECT_MS));
    String client = "head/slot-client.py";
    assertThat(inShell(client, "ASK_SECONDS")).isEqualTo(Bounds.ASK);
    assertThat(inShell(client, "SILENT_SECONDS")).isEqualTo(Bounds.SILENT);
    assertThat(inShell(client, "SEARCH_SECONDS"))
        .isGreaterThanOrEqualTo(Bounds.KEEPER_PAUSE.plus(Bounds.MANAGER_START));
    assertThat(inShell("lib/node-parts.sh", "STOP_SECONDS"))
        .isGreaterThan(Bounds.POOL_END.plus(Bounds.MPIRUN_END));
  }
}
