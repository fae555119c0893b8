/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hpcreuse.cli.head.ClusterMonitor.Findings;
import org.hpcreuse.cli.head.ClusterMonitor.Sentence;
import org.hpcreuse.cli.head.NodeProgress.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterMonitorTest {
  private static final long STARTED_MS = 1_000_000;
  private static final long COMMAND = 4711;
  private static final Optional<String> NONE = Optional.empty();

  private final FakeCluster cluster = new FakeCluster();
  private final List<Sentence> said = new ArrayList<>();
  private long nowMs = 50;
  private List<String> nodes = List.of("n1", "n2");
  private String remote = "ssh";
  private int lostSeconds = 90;
  private long untilMs;
  private ClusterMonitor monitor;

  @BeforeEach
  void make() {
    monitor =
        new ClusterMonitor(
            new WatchedCluster(
                Path.of("/job"),
                nodes,
                remote,
                Path.of("/scratch"),
                lostSeconds,
                STARTED_MS,
                untilMs),
            cluster,
            () -> nowMs,
            this::epochMs);
    said.clear();
  }

  private long epochMs() {
    return STARTED_MS + nowMs;
  }

  private void all(State state) {
    nodes.forEach(node -> says(node, state, ""));
  }

  private void says(String node, State state, String message) {
    cluster.progress.put(node, new NodeProgress(state, epochMs(), message));
  }

  private void living(String... processes) {
    Arrays.asList(processes).forEach(name -> cluster.processes.put(name, true));
  }

  private void gone(String process) {
    cluster.processes.put(process, false);
  }

  /** Asks and looks once. */
  private Optional<String> ask(String question) {
    monitor.ask(HeadQuestion.parse(question));
    return look().answer();
  }

  private Findings look() {
    Findings found = monitor.look();
    said.addAll(found.sentences());
    return found;
  }

  private Optional<String> lookAfter(long ms) {
    nowMs += ms;
    return look().answer();
  }

  private String text() {
    return String.join("\n", said.stream().map(Sentence::text).toList());
  }

  private List<String> logs() {
    return said.stream().flatMap(one -> one.logs().stream()).map(Path::toString).toList();
  }

  @Nested
  class WhileItStarts {
    @Test
    void shouldWaitForAllNodesAndCountThoseThatAreFurtherOn() {
      says("n1", State.UP, "");
      assertThat(ask("pool 180")).isEqualTo(NONE);
      says("n2", State.STAGED, "");
      assertThat(lookAfter(1_000)).isEqualTo(NONE);
      says("n2", State.POOL, "");
      assertThat(lookAfter(1_000)).contains("pool 0");
      assertThat(said).isEmpty();
      assertThat(lookAfter(1_000)).as("answered once").isEqualTo(NONE);
    }

    @Test
    void shouldNameTheNodesThatAreLateAndHowFarTheyAre() {
      living("agent-n1", "agent-n2", "mpirun-1");
      says("n1", State.UP, "");
      assertThat(ask("up 180")).isEqualTo(NONE);
      assertThat(lookAfter(179_999)).isEqualTo(NONE);
      assertThat(lookAfter(1)).contains("up 4");
      assertThat(text())
          .isEqualTo("hpc-reuse: not «up» within 180 s: n2 (new); logs: /job/nodes/*/log");
      assertThat(logs())
          .containsExactly(
              "/job/logs/agent-n1.log",
              "/job/logs/agent-n2.log",
              "/job/logs/mpirun-1.log",
              "/job/logs/orted-n1.log",
              "/job/logs/orted-n2.log");
    }

    @Test
    void shouldNotWaitLongerThanItsOwnQuestionAllows() {
      ask("checked 100");
      assertThat(lookAfter(99_000)).isEqualTo(NONE);
      assertThat(ask("staged 100")).isEqualTo(NONE);
      assertThat(lookAfter(99_999)).isEqualTo(NONE);
      assertThat(lookAfter(1)).contains("staged 4");
    }

    @Test
    void shouldNotWaitLongerForAQuestionThatIsRepeated() {
      ask("checked 100");
      nowMs += 60_000;
      assertThat(ask("checked 100")).isEqualTo(NONE);
      assertThat(lookAfter(40_000)).contains("checked 4");
    }

    @Test
    void shouldFailAtOnceWithTheMessageOfANodeThatFails() {
      says("n2", State.FAILED, "no JDK at /jdk on this node; set JAVA_HOME");
      assertThat(ask("up 30")).contains("up 1");
      assertThat(text())
          .isEqualTo("hpc-reuse: node n2: no JDK at /jdk on this node; set JAVA_HOME");
      assertThat(logs()).containsExactly("/job/nodes/n2/log", "/job/logs/orted-n2.log");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST", "FAILED", "STOPPED", "DONE"})
    void shouldFailWhenANodeLosesAPartOrEnds(State state) {
      all(State.UP);
      says("n1", state, "");
      assertThat(ask("checked 30")).contains("checked 1");
      assertThat(text())
          .isEqualTo("hpc-reuse: node n1: its part has ended while the cluster was starting");
    }

    @Test
    void shouldFailWhenAProcessEnds() {
      living("agent-n1", "agent-n2", "mpirun-1");
      assertThat(ask("up 30")).isEqualTo(NONE);
      gone("mpirun-1");
      assertThat(lookAfter(100)).contains("up 1");
      assertThat(text())
          .isEqualTo(
              "hpc-reuse: mpirun-1 has ended; its slots are lost; log: /job/logs/mpirun-1.log");
      assertThat(logs()).containsExactly("/job/logs/mpirun-1.log");
    }

    @Test
    void shouldEndWithTheUsersStop() {
      cluster.stop = true;
      assertThat(ask("up 30")).contains("up 143");
      assertThat(text())
          .isEqualTo("hpc-reuse: told by /job/run/stop to stop, before the cluster was up");
    }

    @Test
    void shouldForgetAQuestionThatASignalHasEnded() {
      ask("up 30");
      ask("end 30");
      all(State.UP);
      assertThat(lookAfter(100)).isEqualTo(NONE);
    }

    @Test
    void shouldNameAClockThatIsAhead() {
      all(State.CHECKED);
      cluster.progress.put("n2", new NodeProgress(State.CHECKED, epochMs() + 10_001, ""));
      assertThat(ask("checked 30")).contains("checked 1");
      assertThat(text())
          .isEqualTo(
              "hpc-reuse: the clock of n2 differs by 10001 ms from the head's, allowed are 10000;"
                  + " have the administrator set the clocks (NTP)");
    }

    @Test
    void shouldNameAClockThatIsBehind() {
      all(State.CHECKED);
      cluster.progress.put("n1", new NodeProgress(State.CHECKED, STARTED_MS - 10_001, ""));
      assertThat(ask("checked 30")).contains("checked 1");
      assertThat(text()).contains("the clock of n1 differs by -10001 ms");
    }

    @Test
    void shouldBearClocksThatDifferLittleAndWordsThatAreOld() {
      says("n1", State.CHECKED, "");
      nowMs += 60_000;
      cluster.progress.put("n2", new NodeProgress(State.CHECKED, epochMs() + 10_000, ""));
      assertThat(ask("checked 30")).contains("checked 0");
      assertThat(said).isEmpty();
    }

    @Test
    void shouldAnswerOnceThatTheTimeIsUp() {
      untilMs = epochMs() + 2_000;
      make();
      assertThat(ask("checked 180")).isEqualTo(NONE);
      assertThat(lookAfter(1_999)).isEqualTo(NONE);
      assertThat(lookAfter(1)).contains("checked time");
      assertThat(ask("checked 180")).isEqualTo(NONE);
    }
  }

  @Nested
  class WhileItIsUp {
    @BeforeEach
    void isUp() {
      all(State.UP);
      living("agent-n1", "agent-n2", "mpirun-1", "mpirun-2");
      cluster.pids.add(COMMAND);
    }

    @Test
    void shouldWatchUntilTheCommandHasEnded() {
      assertThat(ask("watch " + COMMAND)).isEqualTo(NONE);
      assertThat(lookAfter(1_000_000)).isEqualTo(NONE);
      cluster.pids.clear();
      assertThat(lookAfter(200)).contains("watch 0");
      assertThat(said).isEmpty();
    }

    @Test
    void shouldEndACommandThatRunsWhenTheUserAsksForTheStop() {
      ask("watch " + COMMAND);
      cluster.stop = true;
      assertThat(lookAfter(200)).contains("watch 143");
      assertThat(text()).isEqualTo("hpc-reuse: told by /job/run/stop to stop: ending the command");
    }

    @Test
    void shouldTakeTheStopForTheEndWithoutACommand() {
      assertThat(ask("watch 0")).isEqualTo(NONE);
      cluster.stop = true;
      assertThat(lookAfter(200)).contains("watch 0");
      assertThat(said).isEmpty();
    }

    @Test
    void shouldSayOnceWhatANodeHasLostAndGoOn() {
      ask("watch " + COMMAND);
      says("n2", State.LOST, "nodemanager has ended by itself; log: there");
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(text())
          .isEqualTo("hpc-reuse: node n2: nodemanager has ended by itself; log: there");
      says("n2", State.LOST, "datanode has ended by itself; log: there");
      lookAfter(2_000);
      assertThat(said).hasSize(2);
      assertThat(logs()).isEmpty();
    }

    @Test
    void shouldEndWithANodeThatFails() {
      ask("watch " + COMMAND);
      says("n1", State.FAILED, "namenode has ended by itself; log: there");
      assertThat(lookAfter(2_000)).contains("watch 1");
      assertThat(text()).isEqualTo("hpc-reuse: node n1: namenode has ended by itself; log: there");
    }

    @Test
    void shouldSayOnceOfEachMpirunThatItEndedAndGoOn() {
      ask("watch " + COMMAND);
      gone("mpirun-1");
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      gone("mpirun-2");
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(said).extracting(Sentence::text).hasSize(2);
      assertThat(text()).contains("mpirun-1 has ended; its", "mpirun-2 has ended; its");
    }

    @Test
    void shouldGoOnWithoutTheScriptOfANodeThatIsNotTheHead() {
      ask("watch " + COMMAND);
      gone("agent-n2");
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(text())
          .isEqualTo(
              "hpc-reuse: the node script of n2 ended before it could say why, or cannot be reached"
                  + " any more (agent-n2); that node is lost");
      assertThat(logs()).containsExactly("/job/logs/agent-n2.log", "/job/nodes/n2/log");
    }

    @Test
    void shouldEndWithTheScriptOfTheHead() {
      ask("watch " + COMMAND);
      gone("agent-n1");
      assertThat(lookAfter(2_000)).contains("watch 1");
    }

    @Test
    void shouldEndWithTheScriptsOfSrun() {
      cluster.processes.clear();
      living("agents");
      ask("watch " + COMMAND);
      gone("agents");
      assertThat(lookAfter(2_000)).contains("watch 1");
      assertThat(text())
          .isEqualTo("hpc-reuse: the node scripts ended before they could say why (agents)");
      assertThat(logs())
          .containsExactly("/job/logs/agents.log", "/job/nodes/n1/log", "/job/nodes/n2/log");
    }

    @Test
    void shouldMissNoScriptWhoseNodeHasCleanedUp() {
      cluster.ended.addAll(nodes);
      living("agents");
      ask("watch " + COMMAND);
      gone("agent-n1");
      gone("agents");
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(said).isEmpty();
    }

    @Test
    void shouldLookAtNodesEveryTwoSecondsAndAtTheCommandFiveTimesASecond() {
      assertThat(ask("watch " + COMMAND)).isEqualTo(NONE);
      assertThat(cluster.looksAtNodes).isEqualTo(2);
      assertThat(lookAfter(1_999)).isEqualTo(NONE);
      assertThat(cluster.looksAtNodes).isEqualTo(2);
      assertThat(lookAfter(1)).isEqualTo(NONE);
      assertThat(cluster.looksAtNodes).isEqualTo(4);
      assertThat(look().pauseMs()).isEqualTo(200);
    }

    @Test
    void shouldAnswerThatTheTimeIsUpAndGoOnWhenAskedAgain() {
      untilMs = epochMs() + 5_000;
      make();
      ask("watch " + COMMAND);
      assertThat(lookAfter(5_000)).contains("watch time");
      assertThat(ask("watch " + COMMAND)).isEqualTo(NONE);
      cluster.pids.clear();
      assertThat(lookAfter(200)).contains("watch 0");
    }
  }

  @Nested
  class WhenItEnds {
    @BeforeEach
    void isUp() {
      all(State.UP);
      living("agent-n1", "agent-n2", "mpirun-1");
    }

    @Test
    void shouldWaitForTheHistoryOfAHeadThatIsUp() {
      assertThat(ask("history 25")).isEqualTo(NONE);
      assertThat(look().pauseMs()).isEqualTo(100);
      cluster.collected.add("n1");
      assertThat(lookAfter(100)).contains("history 0");
    }

    @ParameterizedTest
    @EnumSource
    void shouldWaitForTheHistoryAsLongAsTheHeadHasAllOfHdfs(State state) {
      says("n1", state, "");
      boolean waits = state == State.UP || state == State.LOST;
      assertThat(ask("history 25").isEmpty()).isEqualTo(waits);
    }

    @Test
    void shouldNotWaitForTheHistoryWithoutEnd() {
      ask("history 25");
      assertThat(lookAfter(24_999)).isEqualTo(NONE);
      assertThat(lookAfter(1)).contains("history 0");
    }

    @Test
    void shouldWaitForAllNodesToSayThatTheyHaveEnded() {
      assertThat(ask("end 100")).isEqualTo(NONE);
      cluster.ended.add("n2");
      assertThat(lookAfter(1_000)).isEqualTo(NONE);
      cluster.ended.add("n1");
      assertThat(lookAfter(1_000)).contains("end 0");
      assertThat(said).isEmpty();
    }

    @Test
    void shouldLookAtTheFirstNodeThatHasNotEndedOnly() {
      nodes = IntStream.rangeClosed(1, 50).mapToObj(number -> "n" + number).toList();
      make();
      cluster.ended.addAll(nodes.subList(0, 30));
      ask("end 100");
      cluster.looksForEnd = 0;
      assertThat(lookAfter(1_000)).isEqualTo(NONE);
      assertThat(cluster.looksForEnd).isEqualTo(1);
    }

    @Test
    void shouldSayWhichNodesHaveNotEndedInTimeAndWhatBecomesOfThem() {
      cluster.ended.add("n1");
      assertThat(ask("end 0")).contains("end 0");
      assertThat(text())
          .isEqualTo(
              "hpc-reuse: node n2 has not said within 0 s that all is ended; if it still runs it"
                  + " ends by itself when it has heard nothing for 90 s; else /scratch is left"
                  + " there");
    }

    @Test
    void shouldSayThatSrunEndsTheStep() {
      remote = "srun";
      make();
      ask("end 100");
      assertThat(lookAfter(100_000)).contains("end 0");
      assertThat(said).hasSize(2);
      assertThat(text())
          .startsWith(
              "hpc-reuse: node n1 has not said within 100 s that all is ended; its step is ended"
                  + " now, so logs of that node may be missing and /scratch may be left there");
    }

    @Test
    void shouldSayWhatMayBeLeftByANodeThatWaitsForNoHead() {
      lostSeconds = 0;
      make();
      cluster.ended.add("n2");
      ask("end 0");
      assertThat(said).as("n2 has ended").hasSize(1);
      assertThat(text()).contains("n1 has not said within 0 s that all is ended; /scratch may be");
    }

    @Test
    void shouldNotWaitForNodesWhoseScriptsHaveGone() {
      ask("end 100");
      gone("agent-n1");
      assertThat(lookAfter(100)).isEqualTo(NONE);
      gone("agent-n2");
      assertThat(lookAfter(100)).contains("end 0");
      assertThat(text())
          .contains(
              "n1 has not said before its script, or the way to it, had gone that all is ended;");
    }

    @Test
    void shouldSayNothingOfNodesWhenNothingWasStarted() {
      cluster.processes.clear();
      assertThat(ask("end 100")).contains("end 0");
      assertThat(said).isEmpty();
    }

    @Test
    void shouldNotEndTheEndForTheStopOrTheTime() {
      untilMs = epochMs() + 1_000;
      make();
      cluster.stop = true;
      assertThat(ask("history 25")).isEqualTo(NONE);
      assertThat(lookAfter(2_000)).isEqualTo(NONE);
      assertThat(ask("end 100")).isEqualTo(NONE);
    }
  }

  @Test
  void shouldLetNodesHearOfTheHeadEachSecondWhateverIsAsked() {
    assertThat(look().beat()).isTrue();
    assertThat(look().beat()).isFalse();
    nowMs += 999;
    assertThat(look().beat()).isFalse();
    nowMs += 1;
    assertThat(look().beat()).isTrue();
    assertThat(look().pauseMs()).as("until the next beat").isEqualTo(1_000);
  }

  @Test
  void shouldLookAtManyNodesLessOften() {
    for (int[] sizeAndPause : new int[][] {{2, 100}, {99, 100}, {100, 200}, {1_000, 1_100}}) {
      nodes =
          IntStream.range(0, sizeAndPause[0])
              .mapToObj(number -> String.format(Locale.ROOT, "n%d", number))
              .toList();
      make();
      ask("up 180");
      assertThat(look().pauseMs()).as(sizeAndPause[0] + " nodes").isEqualTo(sizeAndPause[1]);
    }
    cluster.progress.put("n0", new NodeProgress(State.UP, 0, ""));
    ask("history 25");
    assertThat(look().pauseMs()).as("one node is looked at").isEqualTo(100);
  }
}
