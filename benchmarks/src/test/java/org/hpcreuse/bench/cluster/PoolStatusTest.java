/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.PoolStatus.MeasuredSlot;
import org.junit.jupiter.api.Test;

final class PoolStatusTest {
  private static PoolStatus status(String pool, String... slots) throws IOException {
    String json = "{\"pool\":{" + pool + "},\"slots\":[" + String.join(",", slots) + "]}";
    return new PoolStatus(new ObjectMapper().readTree(json));
  }

  private static String slot(int number, String state, boolean mpi) {
    return "{\"slot\":%d,\"state\":\"%s\",\"pid\":%d,\"mpi\":%s}"
        .formatted(number, state, 100 + number, mpi);
  }

  @Test
  void shouldTellPids() throws IOException {
    PoolStatus status = status("\"pid\":7", slot(0, "RUNNING", true), slot(1, "FREE", true));

    assertThat(status.manager()).isEqualTo(7);
    assertThat(status.processes()).containsExactly(100L, 101L);
    assertThat(status.running()).containsExactly(100L);
  }

  @Test
  void shouldTellWhatIsMissing() throws IOException {
    assertThat(status("\"mpi\":\"4.1\"", slot(0, "FREE", true)).missing()).isEmpty();
    assertThat(status("\"mpi\":\"none\"", slot(0, "FREE", false)).missing()).isEmpty();
    assertThat(status("\"mpi\":\"4.1\"").missing()).containsExactly("all slots");
    assertThat(
            status(
                    "\"mpi\":\"4.1\",\"queued\":2,\"uncollected\":0",
                    slot(0, "DEAD", true),
                    slot(1, "FREE", false))
                .missing())
        .containsExactly("slot 0 is DEAD", "slot 1 is without MPI", "2 containers are queued");
  }

  @Test
  void shouldCountTheTrainingJobsThatAreLeft() throws IOException {
    String trained = "{\"pid\":1,\"trained\":3}";
    String half = "{\"pid\":2,\"trained\":1}";
    String dead = "{\"pid\":0}";

    assertThat(status("\"trainingRounds\":3", trained, half, dead).trainingJobsLeft()).isEqualTo(2);
    assertThat(status("\"trainingRounds\":0", slot(0, "FREE", true)).trainingJobsLeft()).isZero();
  }

  @Test
  void shouldNameTheProcessesThatLiveAndTellWhatSlotsHaveComeTo() throws IOException {
    PoolStatus status =
        new PoolStatus(
            new ObjectMapper()
                .readTree(
                    "{\"pool\":{\"pid\":7},\"slots\":[{\"slot\":0,\"pid\":8,\"containers\":5,"
                        + "\"rssKb\":900},{\"slot\":1,\"pid\":0}],"
                        + "\"spares\":[{\"process\":3,\"pid\":9}]}"));

    assertThat(status.pidsByName())
        .isEqualTo(Map.of("slot 0", 8L, "spare 3", 9L, "pool manager", 7L));
    assertThat(status.figures().get(0))
        .isEqualTo(new MeasuredSlot(0, 8, 5, -1, Map.of("rssKb", 900L), List.of()));
  }

  @Test
  void shouldBeAtRestWhenNothingIsLeftToTrainOrCollect() throws IOException {
    String collects = "{\"process\":3,\"state\":\"FREE\",\"collectionNeed\":\"GIVE_BACK\"}";
    String free = "{\"state\":\"FREE\",\"collectionNeed\":\"NONE\",\"trained\":2,\"pid\":9}";
    String pool = "\"mpi\":\"none\",\"trainingRounds\":";

    assertThat(status(pool + "2", free).unrest()).isEmpty();
    assertThat(status(pool + "3", free, collects).unrest())
        .containsExactly("process 3 has to collect: GIVE_BACK", "1 training jobs are left");
    assertThat(status(pool + "0", slot(0, "RUNNING", false)).unrest())
        .containsExactly("slot 0 is RUNNING");
  }

  @Test
  void shouldWaitForSparesThatAreOnTheirWayButNotForThoseThatAreGone() throws IOException {
    String slots = "{\"pool\":{\"mpi\":\"none\"},\"slots\":[" + slot(0, "FREE", false) + "]";
    String spares =
        ",\"spares\":[{\"process\":4,\"state\":\"STARTING\",\"pid\":0},"
            + "{\"process\":5,\"state\":\"DEAD\",\"pid\":0}]}";

    PoolStatus status = new PoolStatus(new ObjectMapper().readTree(slots + spares));

    assertThat(status.missing()).containsExactly("the spare in process 4 is STARTING");
  }
}
