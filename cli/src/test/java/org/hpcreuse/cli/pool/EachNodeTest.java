/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cli.command.CliMain;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class EachNodeTest {
  @TempDir Path home;
  @TempDir Path dir;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeClusterOfTwoNodes() throws IOException {
    Files.createDirectories(dir.resolve("run"));
    Files.writeString(
        dir.resolve("run/job.env"),
        "JOB_ID=7\nJOB_REMOTE=ssh\nJOB_HOSTS=( one two )\nNODE_DIR=/n\n");
  }

  @Test
  void shouldAskEachNodeWithTheSameWords() throws IOException {
    onNode("shift; echo \"[$*]\"");

    assertThat(run("audit", "--wait", "5", "--paths")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "one:", "[one audit --wait 5 --paths]", "two:", "[two audit --wait 5 --paths]");
  }

  @Test
  void shouldAskOnlyTheNodeThatIsNamed() throws IOException {
    onNode("shift; echo \"[$*]\"");

    assertThat(run("retire", "--node=two", "3")).isZero();

    assertThat(out.toString().lines()).containsExactly("two:", "[two retire 3]");
  }

  @Test
  void shouldPutTheAnswersOfAllNodesIntoOneObject() throws IOException {
    onNode("echo '{\"pool\":{\"host\":\"'$2'\"},\"slots\":[]}'");

    assertThat(run("status", "--json")).isZero();

    assertThat(out.toString().strip())
        .isEqualTo(
            "{\"nodes\":{\"one\":{\"pool\":{\"host\":\"one\"},\"slots\":[]},"
                + "\"two\":{\"pool\":{\"host\":\"two\"},\"slots\":[]}}}");
  }

  @Test
  void shouldStayJsonWhenANodeDoesNotAnswer() throws IOException {
    onNode("[ $2 = two ] || { echo '{}'; exit 0; }; echo '{\"cut'; exit 3");

    assertThat(run("status", "--json")).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(out.toString().strip())
        .isEqualTo(
            "{\"nodes\":{\"one\":{},"
                + "\"two\":{\"error\":\"no answer, see the error output\",\"exitStatus\":3}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "done", "{} {}"})
  void shouldFailWhenANodeAnswersWithSomethingElseThanJson(String answer) throws IOException {
    onNode("echo '" + answer + "'");

    assertThat(run("status", "--json", "--node", "one")).isEqualTo(ExitCodes.FAILED);

    assertThat(out.toString()).contains("\"exitStatus\":1");
  }

  @Test
  void shouldGoOnWithTheOtherNodesAndKeepTheExitStatus() throws IOException {
    onNode("echo answer of $2; [ $2 = two ] || exit 4");

    assertThat(run("mpi-check")).isEqualTo(ExitCodes.TIMEOUT);

    assertThat(out.toString()).contains("answer of one", "answer of two");
  }

  @Test
  void shouldRefuseWhatCannotBeAskedOfSeveralNodes() {
    assertRefused("retire: --node is needed, one of: one two", "retire", "0");
    assertRefused("status --watch: --node is needed, one of: one two", "status", "--watch=5");
    assertRefused("status: --node three: must be one of: one two", "status", "--node", "three");
    assertRefused(
        "status: --watch and --json: one at a time", "status", "--watch", "--json", "--node=one");
  }

  @Test
  void shouldRunHereWhatHasOneNode() throws IOException {
    try (AnsweringPool pool = AnsweringPool.in(home)) {
      pool.answers(new Message.Text("slot 1 leaves now"));

      assertThat(runIn(home, "retire", "1")).isZero();
      assertThat(pool.questions()).containsExactly(new Message.Retire(1));

      assertThat(runIn(home, "retire", "--node", "one", "1")).isEqualTo(ExitCodes.USAGE);
      assertThat(err.toString()).contains("--node: the cluster in " + home + " has one node");
    }
  }

  @Test
  void shouldRunHereWithoutTheOption() {
    CommandLine commands = commands();

    assertThat(commands.execute("audit", "--dir", dir.toString())).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(err.toString()).contains("no cluster in " + dir);
  }

  @Test
  void shouldSayWhenTheFileNamesNoNode() throws IOException {
    Files.writeString(dir.resolve("run/job.env"), "JOB_HOSTS=( )\n");

    assertThat(run("status")).isEqualTo(ExitCodes.FAILED);

    assertThat(err.toString()).contains(dir + "/run/job.env names no node");
  }

  @Test
  void shouldShowTheHelpWithoutAskingAnyNode() {
    assertThat(run("status", "--help")).isZero();

    assertThat(out.toString()).contains("--node=NAME", "Usage: hpc-reuse status");
  }

  private void assertRefused(String message, String... words) {
    err.getBuffer().setLength(0);
    assertThat(run(words)).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains(message);
  }

  /** A script in the place of on-node.sh: $1 is the cluster's directory, $2 the node. */
  private void onNode(String script) throws IOException {
    Path file = home.resolve("launch/head/on-node.sh");
    Files.createDirectories(file.getParent());
    Files.writeString(file, script + "\n");
  }

  private int run(String... words) {
    return runIn(dir, words);
  }

  private int runIn(Path cluster, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(0, EachNode.OPTION);
    all.addAll(List.of("--dir", cluster.toString()));
    return commands().execute(all.toArray(String[]::new));
  }

  private CommandLine commands() {
    return CliMain.commandLine()
        .setExecutionStrategy(new EachNode(home))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
  }
}
