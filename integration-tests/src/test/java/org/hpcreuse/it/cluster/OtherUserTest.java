/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Another user of the machine, who says that he is the cluster's owner, gets nothing from it. */
class OtherUserTest {
  private static final String HOST = "127.0.0.1";

  /** The exit status of a shell whose connection was closed before it could write. */
  private static final int BROKEN_PIPE = 141;

  private static final String HTTP = "printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; ";

  /** Somebody else, who may read all files: only the ports are to keep him out. */
  private static final List<String> NOBODY =
      List.of(
          "setpriv",
          "--reuid=65534",
          "--regid=65534",
          "--clear-groups",
          "--inh-caps=+dac_read_search",
          "--ambient-caps=+dac_read_search");

  /** Generic options: a rejected client gives up in a second, not after 15 minutes. */
  private static final List<String> FEW_RETRIES =
      List.of(
          "-Dipc.client.connect.max.retries=1",
          "-Dyarn.resourcemanager.connect.max-wait.ms=1000",
          "-Dyarn.resourcemanager.connect.retry-interval.ms=500");

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @BeforeAll
  static void requireRoot() {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");
  }

  /**
   * What a process has said.
   *
   * @param status its exit status; 124 when it was still waiting
   * @param text its output
   */
  private record Said(int status, String text) {}

  private static Said run(List<String> user, String... words) throws Exception {
    List<String> command = new ArrayList<>(user);
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HADOOP_USER_NAME", System.getProperty("user.name"));
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  /** Connects, says something, and reads until the other side has no more to say. */
  private static Said talk(List<String> user, String host, int port, String words, int seconds)
      throws Exception {
    String script = "exec 3<>/dev/tcp/" + host + "/" + port + "; " + words + "cat <&3";
    return run(user, "timeout", Integer.toString(seconds), "bash", "-c", script);
  }

  private static Map<String, Integer> ports() throws IOException {
    Properties plan = new Properties();
    try (var in = Files.newBufferedReader(REUSE.cluster().home().resolve("run/plan"))) {
      plan.load(in);
    }
    Map<String, Integer> ports = new LinkedHashMap<>();
    for (String name : plan.stringPropertyNames()) {
      if (name.startsWith("PORT_")) {
        ports.put(name, Integer.parseInt(plan.getProperty(name).replaceAll("\\D", "")));
      }
    }
    return ports;
  }

  @Test
  void shouldHearNothingOnAnyPortOfADaemon() throws Exception {
    assertThat(ports()).hasSizeGreaterThan(8);
    for (Map.Entry<String, Integer> port : ports().entrySet()) {
      Said said = talk(NOBODY, HOST, port.getValue(), "", 20);

      assertThat(said).as(port.toString()).isEqualTo(new Said(0, ""));
    }
  }

  @Test
  void shouldGetNoWebPage() throws Exception {
    Map<String, Integer> ports = ports();
    for (String name : List.of("RM", "NM", "NN", "DN", "JHS")) {
      int port = ports.get("PORT_" + name + "_HTTP");

      assertThat(talk(List.of(), HOST, port, HTTP, 20).text()).as(name).startsWith("HTTP/1.1 ");
      Said refused = talk(NOBODY, HOST, port, HTTP, 20);
      assertThat(refused.status()).as(name).isIn(0, BROKEN_PIPE);
      assertThat(refused.text()).as(name).isEmpty();
    }
  }

  @Test
  void shouldNotBeBelievedByTheNameNodeNorTheResourceManager() throws Exception {
    Samples.text(REUSE.cluster());
    String java = Installation.javaHome().resolve("bin/java").toString();
    String classPath = REUSE.cluster().home().resolve("conf") + ":" + hadoopJars();
    for (List<String> client :
        List.of(
            List.of("org.apache.hadoop.fs.FsShell", "-ls", "/it"),
            List.of("org.apache.hadoop.mapred.JobClient", "-list"),
            List.of("org.apache.hadoop.yarn.client.cli.NodeCLI", "-list"))) {
      List<String> words =
          new ArrayList<>(List.of("timeout", "20", java, "-Xmx128m", "-cp", classPath));
      words.add(client.get(0));
      words.addAll(FEW_RETRIES);
      words.addAll(client.subList(1, client.size()));

      assertThat(run(List.of(), words.toArray(new String[0])).status()).as("%s", client).isZero();
      Said said = run(NOBODY, words.toArray(new String[0]));

      assertThat(said.status()).as(said.text()).isNotZero();
      assertThat(said.text()).doesNotContain("/it/text", "Total jobs", "Total Nodes");
    }
  }

  @Test
  void shouldHearNothingFromAnApplicationMasterInASlot() throws Exception {
    try (Gate gate = new Gate()) {
      Client job =
          Samples.oneMap(
              REUSE.cluster(), "WaitsAtGate", Samples.output("other-user"), Samples.gate(gate));
      gate.awaitArrival();
      String url = "/ws/v1/cluster/apps/" + job.application();
      String get = "printf 'GET " + url + " HTTP/1.0\\r\\n\\r\\n' >&3; ";
      Said answer = talk(List.of(), HOST, ports().get("PORT_RM_HTTP"), get, 20);
      JsonNode app =
          new ObjectMapper().readTree(answer.text().substring(answer.text().indexOf("\r\n\r\n")));
      String[] address = app.at("/app/amRPCAddress").asText().split(":", -1);

      assertThat(talk(NOBODY, address[0], Integer.parseInt(address[1]), "", 20))
          .isEqualTo(new Said(0, ""));
      assertThat(talk(List.of(), address[0], Integer.parseInt(address[1]), "", 1).status())
          .as("the owner's connection is kept")
          .isEqualTo(124);
      gate.open();
      job.succeed();
    }
  }

  private static String hadoopJars() throws IOException {
    return String.join(":", Installation.hadoopJars());
  }
}
