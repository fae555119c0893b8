/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.hpcreuse.protocol.files.PoolFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class PoolMetricsTest {
  private static final String STATUS =
      """
      {"pool":{"id":"p","queued":3,"ranksLeft":1,"slotsLent":0,"slotsLongRunning":1,"forksRunning":2,
       "draining":false,
       "uncollected":0,"mpirunRenewals":4,"uptimeMs":1500,"lastMpiCheck":{"ok":true}},
       "slots":[{"slot":0,"state":"RUNNING","containers":7,"metaspaceKb":2,"rssKb":3,"threads":5,
                 "fds":6,"liveLoaders":1},
                {"slot":1,"state":"STARTING","containers":0,"liveLoaders":0}],
       "spares":[{"state":"SPARE"}],
       "launches":{"reused":7,"forked":2,"forkReasons":{"jvm-flag":2},"declined":{"pool-busy":1}},
       "phases":{"load":{"count":7,"sum":0.5,"0.5":0.02,"0.99":0.2,"max":0.3}},
       "retirements":{"max-uses":1},
       "refused":{"wrong-secret":2}}
      """;

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path dir;
  private PoolFiles files;
  private int port;

  @BeforeEach
  void makePool() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path pool = dir.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Files.writeString(
        pool.resolve("pool.properties"),
        "hpc-reuse.pool.socket=" + dir.resolve("s") + "\nhpc-reuse.metrics-port=" + port + "\n");
    files = PoolFiles.open(pool);
    files.createSecret();
  }

  private HttpResponse<String> get(String path, String authorization) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldShowThePoolToThoseWhoHaveTheToken() throws Exception {
    try (AnsweringManager manager = new AnsweringManager(files, STATUS);
        PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();
      Path token = files.dir().resolve("metrics-token");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
          .isEqualTo("rw-------");

      HttpResponse<String> page = get("/metrics", "Bearer " + Files.readString(token));

      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
      assertThat(page.body().lines())
          .contains(
              "hpc_reuse_slots{state=\"RUNNING\"} 1",
              "hpc_reuse_slots{state=\"SPARE\"} 1",
              "hpc_reuse_queue_length 3",
              "hpc_reuse_mpirun_renewals_total 4",
              "hpc_reuse_uptime_seconds 1.5",
              "hpc_reuse_mpi_check_ok 1",
              "hpc_reuse_launches_reused_total 7",
              "hpc_reuse_launches_forked_total{reason=\"jvm-flag\"} 2",
              "hpc_reuse_launches_declined_total{reason=\"pool-busy\"} 1",
              "hpc_reuse_slots_retired_total{reason=\"max-uses\"} 1",
              "hpc_reuse_refused_total{reason=\"wrong-secret\"} 2",
              "hpc_reuse_phase_seconds{phase=\"load\",quantile=\"0.99\"} 0.2",
              "hpc_reuse_phase_seconds_sum{phase=\"load\"} 0.5",
              "hpc_reuse_phase_seconds_count{phase=\"load\"} 7",
              "hpc_reuse_slot_metaspace_bytes{slot=\"0\"} 2048",
              "hpc_reuse_slot_live_loaders{slot=\"1\"} 0")
          .doesNotContain("hpc_reuse_slot_threads{slot=\"1\"} 0")
          .allMatch(line -> line.matches("# (HELP|TYPE) hpc_reuse_.+|hpc_reuse_\\S+ [0-9.eE-]+"));
      assertThat(manager.asked()).isEqualTo(1);
    }
  }

  @Test
  void shouldKeepFewCallersThatSayNothing() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();
      for (int i = 0; i < 40; i++) {
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), port);
        caller.setSoTimeout(20_000);
        silent.add(caller);
      }

      assertThat(silent.get(39).getInputStream().read()).as("end of the last").isEqualTo(-1);
      silent.get(0).setSoTimeout(1);
      assertThatThrownBy(() -> silent.get(0).getInputStream().read())
          .as("the first, which is still open")
          .isInstanceOf(SocketTimeoutException.class);
      silent.get(0).setSoTimeout(20_000);
      assertThat(silent.get(0).getInputStream().read()).as("its end").isEqualTo(-1);
      assertThat(get("/", "").statusCode()).isEqualTo(401);
    } finally {
      for (Socket caller : silent) {
        caller.close();
      }
    }
  }

  @Test
  void shouldShowNothingWithoutTheToken() throws Exception {
    try (AnsweringManager manager = new AnsweringManager(files, STATUS);
        PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();
      String token = Files.readString(files.dir().resolve("metrics-token"));

      for (String shown :
          List.of("", "Bearer", "Bearer x", "Basic " + token, "Bearer " + files.readSecret())) {
        HttpResponse<String> page = get("/metrics", shown);
        assertThat(page.statusCode()).as(shown).isEqualTo(401);
        assertThat(page.body()).doesNotContain("hpc_reuse", token);
      }
      assertThat(get("/", "Bearer " + token).statusCode()).isEqualTo(404);
      assertThat(manager.asked()).isZero();
    }
  }

  @Test
  void shouldSayThatTheManagerDoesNotAnswer() throws Exception {
    try (PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();
      String token = Files.readString(files.dir().resolve("metrics-token"));

      assertThat(get("/metrics", "Bearer " + token).statusCode()).isEqualTo(503);
    }
  }

  @Test
  void shouldAnswerWhenAStatusLacksAPart() throws Exception {
    try (AnsweringManager manager = new AnsweringManager(files, "{}");
        PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();
      String token = Files.readString(files.dir().resolve("metrics-token"));

      assertThat(get("/metrics", "Bearer " + token).statusCode()).isEqualTo(503);
      assertThat(manager.asked()).isEqualTo(1);
    }
  }

  @Test
  void shouldKeepNoPoolFromRunningWhenThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();

      assertThat(taken.isBound()).isTrue();
    }
  }

  @Test
  void shouldShowThePoolInJmx() throws Exception {
    try (AnsweringManager manager = new AnsweringManager(files, STATUS);
        PoolMetrics metrics = new PoolMetrics(files)) {
      metrics.show();
      var server = ManagementFactory.getPlatformMBeanServer();
      ObjectName pool = new ObjectName("org.hpcreuse:type=Pool");

      assertThat(server.getAttribute(pool, "Queued")).isEqualTo(3);
      assertThat(server.getAttribute(pool, "RanksLeft")).isEqualTo(1);
      assertThat(server.getAttribute(pool, "Reused")).isEqualTo(7L);
      PoolBean bean = new PoolBean(new PoolView(files));
      assertThat(bean.getSlots()).isEqualTo(Map.of("RUNNING", 1, "STARTING", 1, "SPARE", 1));
      assertThat(bean.getForked()).isEqualTo(Map.of("jvm-flag", 2L));
      assertThat(bean.getDeclined()).isEqualTo(Map.of("pool-busy", 1L));
      assertThat(bean.getRetired()).isEqualTo(Map.of("max-uses", 1L));
      assertThat(bean.getRefused()).isEqualTo(Map.of("wrong-secret", 2L));
      assertThat(bean.getPhases().get("load")).containsEntry("max", 0.3);
      assertThat(manager.asked()).isEqualTo(9);
    }
  }

  @Test
  void shouldTellThatAStatusIsNone() throws Exception {
    try (AnsweringManager manager = new AnsweringManager(files, "{no")) {
      assertThat(manager.asked()).isZero();
      assertThatThrownBy(() -> new PoolView(files).status())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no JSON");
    }
  }
}
