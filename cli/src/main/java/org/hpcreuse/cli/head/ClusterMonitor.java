/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.hpcreuse.cli.head.NodeProgress.State;
import org.hpcreuse.protocol.ExitCodes;

/**
 * What the head makes of what it sees: the rules by which a cluster of several nodes comes up, goes
 * on and ends.
 *
 * <p>The script of the head asks one question at a time. Each look answers it, or leaves it open. A
 * new question takes the place of one that is open: a signal has ended that wait. What happens to
 * nodes and processes is said once, whatever is asked. The clocks and the view are given, so that
 * the same looks give the same answers. Not for several threads.
 */
public final class ClusterMonitor {
  private static final long SKEW_MS = 10_000;
  private static final long BEAT_MS = 1_000;

  /** While the user's command runs, its end and the stop are looked for more often than nodes. */
  private static final long WATCH_MS = 200;

  private static final long NODES_MS = 2_000;
  private static final long HISTORY_MS = 100;
  private static final long MS_PER_SECOND = 1_000;

  // Names of processes: the scripts of all nodes below one srun, else one for each node; mpirun-N.
  private static final String SCRIPTS = "agent";
  private static final String ALL_SCRIPTS = "agents";
  private static final String SCRIPT = "agent-";

  private final WatchedCluster cluster;
  private final ClusterView view;
  private final LongSupplier monotonicMs;
  private final LongSupplier epochMs;

  /** On the monotonic clock; {@link Long#MAX_VALUE} without one, and once it is over. */
  private long timeUpMs;

  private long beatMs;
  private Optional<HeadQuestion> open = Optional.empty();
  private long deadlineMs;
  private long nodesMs;

  private final Set<String> endedProcesses = new HashSet<>();
  private final Map<String, Long> toldOf = new HashMap<>();

  /** So many nodes, from the first one on, have ended. */
  private int endedNodes;

  private List<Sentence> sentences = new ArrayList<>();

  /**
   * A cluster that is not up yet, or is to end.
   *
   * @param monotonicMs for durations, milliseconds from an arbitrary origin
   * @param epochMs the wall clock, milliseconds since the epoch
   */
  public ClusterMonitor(
      WatchedCluster cluster, ClusterView view, LongSupplier monotonicMs, LongSupplier epochMs) {
    this.cluster = cluster;
    this.view = view;
    this.monotonicMs = monotonicMs;
    this.epochMs = epochMs;
    beatMs = monotonicMs.getAsLong();
    timeUpMs =
        cluster.untilMs() == 0 ? Long.MAX_VALUE : beatMs + cluster.untilMs() - epochMs.getAsLong();
  }

  /**
   * Something to say to the user.
   *
   * @param logs their last lines follow
   */
  public record Sentence(String text, List<Path> logs) {}

  /**
   * What a look has brought.
   *
   * @param answer to the question that was open: «SUBJECT» and {@link HeadAnswer#word}; empty while
   *     that stays open
   * @param beat whether nodes are to hear of the head now
   * @param pauseMs until the next look, if there is no new question before
   */
  public record Findings(
      List<Sentence> sentences, Optional<String> answer, boolean beat, long pauseMs) {}

  /** How a wait has ended. */
  enum HeadAnswer {
    AS_WANTED(ExitCodes.OK),
    FAILED(ExitCodes.FAILED),
    TOO_LATE(ExitCodes.TIMEOUT),
    STOP_ASKED(ExitCodes.TERMINATED),
    /** The job's time is nearly over; the same question may come again. */
    TIME_UP("time");

    private final String word;

    HeadAnswer(int exitCode) {
      this(Integer.toString(exitCode));
    }

    HeadAnswer(String word) {
      this.word = word;
    }

    /** What the script reads: the exit status of what has waited, or «time». */
    String word() {
      return word;
    }
  }

  /**
   * Takes up a question; the next look is the first that may answer it. One that is open already
   * was only repeated, and has no more time for that.
   */
  public void ask(HeadQuestion question) {
    if (open.equals(Optional.of(question))) {
      return;
    }
    open = Optional.of(question);
    deadlineMs = now() + question.number() * MS_PER_SECOND;
    nodesMs = now();
  }

  /** Looks at what the open question needs. */
  public Findings look() {
    sentences = new ArrayList<>();
    Optional<String> answer =
        open.flatMap(
            question -> outcome(question).map(end -> question.subject().word() + " " + end.word()));
    long pause = pauseMs();
    if (answer.isPresent()) {
      open = Optional.empty();
    }
    return new Findings(List.copyOf(sentences), answer, isTimeToBeat(), pause);
  }

  private Optional<HeadAnswer> outcome(HeadQuestion question) {
    return switch (question.subject()) {
      case CHECKED -> awaitNodes(State.CHECKED, question);
      case STAGED -> awaitNodes(State.STAGED, question);
      case POOL -> awaitNodes(State.POOL, question);
      case UP -> awaitNodes(State.UP, question);
      case WATCH -> watch(question.number());
      case HISTORY -> awaitHistory();
      case END -> awaitEnd(question);
    };
  }

  /** Of a thousand nodes it so reads about a thousand small files a second. */
  private long pauseMs() {
    long perHundredNodesMs = 100;
    long pauseMs = perHundredNodesMs * (cluster.nodes().size() / 100 + 1);
    return open.map(
            question ->
                switch (question.subject()) {
                  case WATCH -> WATCH_MS;
                  case HISTORY -> HISTORY_MS;
                  default -> pauseMs;
                })
        .orElse(BEAT_MS);
  }

  private boolean isTimeToBeat() {
    boolean due = now() >= beatMs;
    if (due) {
      beatMs = now() + BEAT_MS;
    }
    return due;
  }

  /**
   * Until every node has come so far. Hadoop's tokens and leases do not bear clocks that differ.
   */
  private Optional<HeadAnswer> awaitNodes(State wanted, HeadQuestion question) {
    Map<String, NodeProgress> progress = new LinkedHashMap<>();
    cluster.nodes().forEach(node -> progress.put(node, view.progress(node)));
    for (Map.Entry<String, NodeProgress> node : progress.entrySet()) {
      if (node.getValue().hasFallenOut()) {
        sayWhyItFellOut(node.getKey(), node.getValue().message());
        return Optional.of(HeadAnswer.FAILED);
      }
    }
    List<String> late =
        progress.entrySet().stream()
            .filter(node -> node.getValue().state().compareTo(wanted) < 0)
            .map(node -> node.getKey() + " (" + node.getValue().state().word() + ")")
            .toList();
    if (late.isEmpty()) {
      boolean good = wanted != State.CHECKED || clocksAgree(progress);
      return Optional.of(good ? HeadAnswer.AS_WANTED : HeadAnswer.FAILED);
    }
    if (now() >= deadlineMs) {
      sayWhoIsLate(question, late);
      return Optional.of(HeadAnswer.TOO_LATE);
    }
    if (!processesLive()) {
      return Optional.of(HeadAnswer.FAILED);
    }
    if (view.stopIsAsked()) {
      say("told by " + cluster.dir().resolve("run/stop") + " to stop, before the cluster was up");
      return Optional.of(HeadAnswer.STOP_ASKED);
    }
    return timeUp();
  }

  private void sayWhyItFellOut(String node, String message) {
    say(
        "node "
            + node
            + ": "
            + (message.isEmpty() ? "its part has ended while the cluster was starting" : message),
        cluster.nodeLog(node),
        cluster.daemonLog(node));
  }

  private void sayWhoIsLate(HeadQuestion question, List<String> late) {
    Stream<Path> processes = view.processes().keySet().stream().map(cluster::log);
    Stream<Path> daemons = cluster.nodes().stream().map(cluster::daemonLog);
    say(
        "not «"
            + question.subject().word()
            + "» within "
            + question.number()
            + " s: "
            + String.join(" ", late)
            + "; logs: "
            + cluster.dir()
            + "/nodes/*/log",
        Stream.concat(processes, daemons).toArray(Path[]::new));
  }

  private boolean clocksAgree(Map<String, NodeProgress> progress) {
    long headMs = epochMs.getAsLong();
    for (Map.Entry<String, NodeProgress> node : progress.entrySet()) {
      long saidMs = node.getValue().sinceMs();
      // Ahead of the head, or its word is older than this whole start.
      long skewMs = saidMs < cluster.startedMs() ? saidMs - cluster.startedMs() : saidMs - headMs;
      if (skewMs > SKEW_MS || (saidMs < cluster.startedMs() && skewMs < -SKEW_MS)) {
        say(
            String.format(
                "the clock of %s differs by %d ms from the head's, allowed are %d; have the"
                    + " administrator set the clocks (NTP)",
                node.getKey(), skewMs, SKEW_MS));
        return false;
      }
    }
    return true;
  }

  /** The own timer of a job whose scheduler does not warn; it goes off once. */
  private Optional<HeadAnswer> timeUp() {
    if (now() < timeUpMs) {
      return Optional.empty();
    }
    timeUpMs = Long.MAX_VALUE;
    return Optional.of(HeadAnswer.TIME_UP);
  }

  /** Until the command has ended, or, without one, until the stop. */
  private Optional<HeadAnswer> watch(long command) {
    boolean none = command == 0;
    if (!none && !view.lives(command)) {
      return Optional.of(HeadAnswer.AS_WANTED);
    }
    if (view.stopIsAsked()) {
      if (none) {
        return Optional.of(HeadAnswer.AS_WANTED);
      }
      say("told by " + cluster.dir().resolve("run/stop") + " to stop: ending the command");
      return Optional.of(HeadAnswer.STOP_ASKED);
    }
    if (now() >= nodesMs) {
      nodesMs = now() + NODES_MS;
      if (!goesOn()) {
        return Optional.of(HeadAnswer.FAILED);
      }
    }
    return timeUp();
  }

  /** Whether there is still a cluster, whatever nodes have lost. */
  private boolean goesOn() {
    for (String node : cluster.nodes()) {
      NodeProgress progress = view.progress(node);
      boolean failed = progress.state() == State.FAILED;
      boolean isNews = failed || progress.state() == State.LOST;
      if (isNews && !Objects.equals(toldOf.put(node, progress.sinceMs()), progress.sinceMs())) {
        say("node " + node + ": " + progress.message());
        if (failed) {
          return false;
        }
      }
    }
    return processesLive() || !isHeadLost();
  }

  /** Whether the script of the first node has gone, or those of all nodes. */
  private boolean isHeadLost() {
    return endedProcesses.contains(ALL_SCRIPTS)
        || endedProcesses.contains(SCRIPT + cluster.nodes().get(0));
  }

  /** Whether none has ended since the last look, other than in order; says which have. */
  private boolean processesLive() {
    boolean all = true;
    for (Map.Entry<String, Boolean> process : view.processes().entrySet()) {
      String name = process.getKey();
      if (!process.getValue() && !endedProcesses.contains(name) && !hasDoneItsWork(name)) {
        endedProcesses.add(name);
        sayThatItEnded(name);
        all = false;
      }
    }
    return all;
  }

  /** A node's script has, when the node has cleaned up. */
  private boolean hasDoneItsWork(String process) {
    if (process.equals(ALL_SCRIPTS)) {
      return allEnded();
    }
    return process.startsWith(SCRIPT) && view.hasEnded(process.substring(SCRIPT.length()));
  }

  private void sayThatItEnded(String process) {
    Path log = cluster.log(process);
    if (process.equals(ALL_SCRIPTS)) {
      Stream<Path> nodes = cluster.nodes().stream().map(cluster::nodeLog);
      say(
          "the node scripts ended before they could say why (" + process + ")",
          Stream.concat(Stream.of(log), nodes).toArray(Path[]::new));
    } else if (process.startsWith(SCRIPT)) {
      String node = process.substring(SCRIPT.length());
      say(
          "the node script of "
              + node
              + " ended before it could say why, or cannot be reached any more ("
              + process
              + "); that node is lost",
          log,
          cluster.nodeLog(node));
    } else {
      say(process + " has ended; its slots are lost; log: " + log, log);
    }
  }

  /** Whether every node has cleaned up and said so. Looks at the first that has not. */
  private boolean allEnded() {
    while (endedNodes < cluster.nodes().size() && view.hasEnded(cluster.nodes().get(endedNodes))) {
      endedNodes++;
    }
    return endedNodes == cluster.nodes().size();
  }

  /** The first node fetches the history, as long as it is up and so has all of HDFS. */
  private Optional<HeadAnswer> awaitHistory() {
    String head = cluster.nodes().get(0);
    State state = view.progress(head).state();
    boolean possible = state == State.UP || state == State.LOST;
    boolean waits = possible && !view.hasCollected(head) && now() < deadlineMs;
    return waits ? Optional.empty() : Optional.of(HeadAnswer.AS_WANTED);
  }

  private Optional<HeadAnswer> awaitEnd(HeadQuestion question) {
    Map<String, Boolean> processes = view.processes();
    boolean scriptsLive =
        processes.entrySet().stream()
            .anyMatch(process -> process.getKey().startsWith(SCRIPTS) && process.getValue());
    if (!allEnded() && now() < deadlineMs && scriptsLive) {
      return Optional.empty();
    }
    if (!processes.isEmpty()) {
      sayWhoHasNotEnded(
          scriptsLive
              ? "within " + question.number() + " s"
              : "before its script, or the way to it, had gone");
    }
    return Optional.of(HeadAnswer.AS_WANTED);
  }

  /** And what becomes of those nodes. Where srun has started their scripts, its end is theirs. */
  private void sayWhoHasNotEnded(String when) {
    String how;
    if (cluster.remote().equals("srun")) {
      how =
          "its step is ended now, so logs of that node may be missing and "
              + cluster.nodeDir()
              + " may be left there";
    } else if (cluster.lostSeconds() > 0) {
      how =
          "if it still runs it ends by itself when it has heard nothing for "
              + cluster.lostSeconds()
              + " s; else "
              + cluster.nodeDir()
              + " is left there";
    } else {
      how = cluster.nodeDir() + " may be left there";
    }
    for (String node : cluster.nodes().subList(endedNodes, cluster.nodes().size())) {
      if (!view.hasEnded(node)) {
        say("node " + node + " has not said " + when + " that all is ended; " + how);
      }
    }
  }

  private void say(String text, Path... logs) {
    sentences.add(new Sentence("hpc-reuse: " + text, List.of(logs)));
  }

  private long now() {
    return monotonicMs.getAsLong();
  }
}
