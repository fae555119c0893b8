/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.ContainerTimes;
import org.hpcreuse.bench.cluster.PoolStatus.MeasuredSlot;

/**
 * A line of samples.jsonl, as runs write it; results/README.md says what the lines hold. The report
 * reads them; a resumed run reads its own header, and which samples or strikes there are. Names
 * that end in Ms are milliseconds, moments among them (startedMs) since the epoch.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
sealed interface Entry {
  /** Raised with every incompatible change of any line. */
  int FORMAT = 1;

  /** The first line: what was asked for, and where; a resumed run goes on with these options. */
  @JsonTypeName("header")
  record Header(int format, String startedAt, Host host, RunOptions options) implements Entry {}

  /**
   * Where a run took place.
   *
   * @param commit this project's git commit, with {@code +changes} when files differ from it;
   *     {@code unknown} outside git
   */
  record Host(String commit, String cpu, int cpus, long memoryMb, String kernel, String jdk) {}

  /**
   * What a run does.
   *
   * @param bench name of the benchmark
   * @param samples samples an arm and workload
   * @param arms what is compared
   * @param seed of the arms' order and of made-up input
   * @param heartbeatMs NodeManager and ApplicationMaster heartbeats, ms
   * @param sizes data sizes, for terasort
   * @param iterations PageRank iterations
   * @param upOptions further options of {@code hpc-reuse up}, the same for every arm
   */
  record RunOptions(
      String bench,
      int samples,
      List<Arm> arms,
      long seed,
      int heartbeatMs,
      List<String> sizes,
      int iterations,
      List<String> upOptions) {
    /** Of a benchmark of one arm without data of a size and without iterations. */
    static RunOptions of(
        String bench, int samples, Arm arm, long seed, int heartbeatMs, List<String> upOptions) {
      return new RunOptions(
          bench, samples, List.of(arm), seed, heartbeatMs, List.of(), 1, upOptions);
    }

    /** The same with other samples. */
    RunOptions with(Arm arm, int number) {
      return new RunOptions(
          bench, number, List.of(arm), seed, heartbeatMs, sizes, iterations, upOptions);
    }

    /** Words for {@code hpc-reuse up}, beside those of an arm. */
    List<String> upWords() {
      List<String> words = new ArrayList<>(upOptions);
      words.addAll(List.of("--heartbeat-ms", Integer.toString(heartbeatMs)));
      return words;
    }

    /** The arms whose clusters are needed. */
    Set<Arm> hosts() {
      return arms.stream().map(Arm::host).collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  /** A cluster came up, with {@code slots} processes of a pool; 0 without one. */
  @JsonTypeName("cluster")
  record ClusterStart(Arm arm, String hadoop, long upMs, int slots, long trainingMs, long idleRssMb)
      implements Entry {}

  /** A job of a sample, by the ResourceManager's clock; elapsedMs from submission to end. */
  record Job(String id, String name, String finalStatus, long startedMs, long elapsedMs) {}

  /** One workload run once in one arm; cpuMs is empty where it was not measured. */
  @JsonTypeName("sample")
  record Sample(
      String workload,
      Arm arm,
      int round,
      long startedMs,
      long wallMs,
      List<Job> jobs,
      List<ContainerTimes> containers,
      Map<String, String> outputs,
      Map<String, Long> cpuMs)
      implements Entry {}

  /**
   * A cluster that was started for it, and the workload several times in it: what had passed since
   * the start began, at each moment, and how many containers ran in no slot.
   */
  @JsonTypeName("cold")
  record Cold(
      String workload,
      Arm arm,
      int round,
      long startedMs,
      List<Moment> moments,
      Map<String, String> outputs,
      int forked)
      implements Entry {}

  /** When something was there; cpuMs is what all processors of the machine had worked by then. */
  record Moment(String what, long ms, long cpuMs) {}

  /** What the start of a slot in a cold cluster had cost at some moments, as the slot tells it. */
  @JsonTypeName("slotStart")
  record SlotStart(String workload, Arm arm, int round, String process, List<JsonNode> moments)
      implements Entry {}

  /** The memory of a process of a pool that had come to rest, its share of what it shares. */
  @JsonTypeName("slotMemory")
  record SlotMemory(String workload, Arm arm, int round, String process, long pssKb)
      implements Entry {}

  /** How long a slot took to be free again after a container's main(), and to call it. */
  @JsonTypeName("release")
  record Release(
      String container,
      long micros,
      Map<String, Long> steps,
      long launchMicros,
      Map<String, Long> launchSteps)
      implements Entry {}

  /** All slots after a sample, by an audit. */
  @JsonTypeName("audit")
  record Audit(String workload, int round, List<MeasuredSlot> slots) implements Entry {}

  /** All slots after a sample, by their own figures. */
  @JsonTypeName("reading")
  record Reading(String workload, int round, boolean rested, List<MeasuredSlot> slots)
      implements Entry {}

  /** What the processes of a pool took while it was left alone for so many ms. */
  @JsonTypeName("idle")
  record IdleCost(Arm arm, long ms, List<Idle> processes) implements Entry {}

  /** A process that was left alone, such as {@code slot 0}. */
  record Idle(String name, long pid, long cpuMs, long rssKb) {}

  /** How a job of a fault campaign ends. */
  enum Outcome {
    /** With success and the right output. */
    WELL,
    /** With success, but another output than undisturbed. */
    WRONG,
    /** Not with success. */
    FAILED,
    /** Not with success, and it was the strike's aim. */
    ON_PURPOSE,
    /** Not within the time a job may take. */
    HUNG
  }

  /** A job of a fault campaign, meant for a strike; recoveryMs is 0 when nothing struck. */
  @JsonTypeName("faultJob")
  record FaultJob(
      int number,
      String workload,
      String fault,
      boolean missed,
      int containers,
      Outcome outcome,
      long wallMs,
      long recoveryMs,
      String detail)
      implements Entry {}

  /** What a strike has done that no job noticed, or the end of the campaign, whose number is 0. */
  @JsonTypeName("faultEnd")
  record FaultEnd(int number, boolean mpiOk, String mpi, List<String> doubled, List<String> left)
      implements Entry {}

  /** An MPI program that has run once: nanoseconds by name, in the order of the table. */
  @JsonTypeName("mpiRun")
  record MpiRun(
      String program, String starter, int ranks, int round, long startedMs, Map<String, Long> nanos)
      implements Entry {}

  /** An operation that JMH has measured, microseconds; error is that of its 99.9 % interval. */
  @JsonTypeName("micro")
  record Micro(String benchmark, double mean, double error, List<Double> micros) implements Entry {}

  /** What has ended in a run of gangs: the kinds with names of calls lost a rank in these. */
  enum GangKind {
    @JsonProperty("mixed")
    MIXED,
    @JsonProperty("job")
    JOB,
    @JsonProperty("recv")
    RECV,
    @JsonProperty("allReduce")
    ALL_REDUCE,
    @JsonProperty("after")
    AFTER
  }

  /** How a gang has ended, or a MapReduce job beside; detail is empty when all was right. */
  @JsonTypeName("gang")
  record GangEnd(
      int number,
      GangKind kind,
      int ranks,
      boolean right,
      long wallMs,
      long leaveMs,
      long ranksLost,
      String detail)
      implements Entry {
    /** The same, when it is known how many ranks the pool has less. */
    GangEnd withRanksLost(long lost) {
      return new GangEnd(number, kind, ranks, right, wallMs, leaveMs, lost, detail);
    }
  }
}
