/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.PoolStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StrikerTest {
  private final Random random = new Random(1);
  private Process process;

  @AfterEach
  void end() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /** With a task in slot 0, and an idle slot 1. */
  private static PoolStatus pool(String further) throws IOException {
    String slots =
        "{'slot':0,'state':'RUNNING','pid':7,'container':'container_1_1_01_000002'},"
            + "{'slot':1,'state':'FREE','pid':8}";
    String json = "{'pool':{'pid':5},'slots':[" + slots + further + "]}";
    return new PoolStatus(new ObjectMapper().readTree(json.replace('\'', '"')));
  }

  private long sleeper() throws IOException {
    process = new ProcessBuilder("sleep", "300").start();
    return process.pid();
  }

  private long ended() throws Exception {
    process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  @Test
  void shouldAimAtAGangsMasterOnly() throws IOException {
    String master = ",{'slot':2,'state':'RUNNING','pid':9,'container':'container_1_1_01_000001'}";

    assertThat(Striker.aim(Fault.GANG_MASTER_PAUSE, pool(master), random)).hasValue(9);
    assertThat(Striker.aim(Fault.GANG_MASTER_PAUSE, pool(""), random)).isEmpty();
  }

  @Test
  void shouldAimAtASlotThatRunsAContainerOnly() throws IOException {
    PoolStatus idle =
        new PoolStatus(new ObjectMapper().readTree("{\"slots\":[{\"state\":\"FREE\",\"pid\":8}]}"));

    assertThat(Striker.aim(Fault.SLOT_KILL, pool(""), random)).hasValue(7);
    assertThat(Striker.aim(Fault.SLOT_KILL, idle, random)).isEmpty();
    assertThat(Striker.aim(Fault.POOL_MANAGER_KILL, idle, random)).isEmpty();
  }

  @Test
  void shouldMissAProcessThatHasEnded() throws Exception {
    long pid = ended();

    assertThat(Striker.once("KILL", pid).missed()).isTrue();
    assertThat(Striker.pause(pid).missed()).isTrue();
    assertThat(Striker.withoutDescriptors(pid).missed()).isTrue();
  }

  @Test
  void shouldLetAPausedProcessGoOn() throws Exception {
    long pid = sleeper();

    Striker.Hit hit = Striker.pause(pid);

    assertThat(hit.missed()).isFalse();
    await().until(() -> state(pid).equals("T"));
    hit.undo().run();
    await().until(() -> state(pid).equals("S"));
  }

  private static String state(long pid) throws IOException {
    return Files.readString(Path.of("/proc/" + pid + "/stat"))
        .replaceAll(".*\\) ", "")
        .split(" ", -1)[0];
  }

  @Test
  void shouldLeaveAProcessTheDescriptorsThatItHas() throws Exception {
    long pid = sleeper();
    String before = limit(pid);
    long highest;
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      highest = open.mapToLong(fd -> Long.parseLong(fd.getFileName().toString())).max().getAsLong();
    }

    Striker.Hit hit = Striker.withoutDescriptors(pid);

    assertThat(limit(pid)).isEqualTo(Long.toString(highest + 1));
    hit.undo().run();
    assertThat(limit(pid)).isEqualTo(before);
  }

  private static String limit(long pid) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/limits"))) {
      return lines
          .filter(line -> line.startsWith("Max open files"))
          .findFirst()
          .get()
          .split(" +", -1)[3];
    }
  }
}
