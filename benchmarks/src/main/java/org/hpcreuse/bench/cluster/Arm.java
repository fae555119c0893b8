/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * What is compared: how a cluster runs its containers, and with which options a job is submitted.
 * Arms that differ in the job's options alone share a cluster.
 */
public enum Arm {
  FORK,
  /**
   * Forked JVMs, and clients with Hadoop's own waits, which the clusters made here shorten for all.
   */
  FORK_STOCK(FORK),
  /** Forked JVMs with a class data archive, one compiler and the serial collector. */
  FORK_TUNED(FORK),
  /** New JVMs, too, but resident ranks of MPI start them. */
  SPAWN,
  REUSE,
  /** Uber mode: a small job runs inside its ApplicationMaster, which is forked. */
  UBER(FORK),
  /** Uber mode with the ApplicationMaster in a slot. */
  REUSE_UBER(REUSE),
  /** Reduces fetch what maps of other nodes have written over MPI. */
  MPI_SHUFFLE(REUSE),
  /** An MPI program in the slots in place of MapReduce jobs. */
  GANG(REUSE),
  /** Slots that keep a user's classes from one container of an application to the next. */
  KEPT,
  /** Slots that load the framework again after each container. */
  FULL,
  /** Slots whose process runs one container. */
  SINGLE_USE;

  /** Defaults of Hadoop 3.5.0, where {@code up} sets others. */
  private static final List<String> STOCK_WAITS =
      List.of(
          "-Dmapreduce.client.completion.pollinterval=5000",
          "-Dmapreduce.client.progressmonitor.pollinterval=1000",
          "-Ddfs.client.block.write.locateFollowingBlock.initial.delay.ms=400",
          "-Ddfs.client.block.write.locateFollowingBlock.retries=5");

  /** Options of {@link #FORK_TUNED} for every JVM: the best found for short ones of JDK 17. */
  public static final String SHORT_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private final Arm host;

  Arm() {
    host = this;
  }

  Arm(Arm host) {
    this.host = host;
  }

  /** The arm whose cluster it uses. */
  public Arm host() {
    return host;
  }

  /** Whether its containers run in the slots of a pool. */
  public boolean hasPool() {
    return host != FORK && host != SPAWN;
  }

  /**
   * The words of {@code hpc-reuse up} that make its cluster. A process that replaces a single-use
   * slot is no MPI rank, so such slots are none from the start.
   */
  public List<String> upOptions() {
    return switch (host) {
      case KEPT -> List.of("--mode", "reuse", "--conf", "hpc-reuse.user-code=kept");
      case FULL -> List.of("--mode", "reuse", "--isolation", "full");
      case SINGLE_USE -> List.of("--mode", "reuse", "--isolation", "single-use", "--mpi", "none");
      default -> List.of("--mode", host.toString());
    };
  }

  /** Generic options for its jobs that are the same everywhere, {@code -Dname=value}. */
  public List<String> jobOptions() {
    return switch (this) {
      case UBER, REUSE_UBER -> List.of("-Dmapreduce.job.ubertask.enable=true");
      case FORK_STOCK -> STOCK_WAITS;
      case MPI_SHUFFLE ->
          List.of(
              "-Dmapreduce.job.reduce.shuffle.consumer.plugin.class="
                  + "org.hpcreuse.shuffle.MpiShuffle");
      default -> List.of();
    };
  }

  /** Whether a job of it has no container but its ApplicationMaster's. */
  public boolean isUber() {
    return this == UBER || this == REUSE_UBER;
  }

  /** Its name in options, files and tables. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
