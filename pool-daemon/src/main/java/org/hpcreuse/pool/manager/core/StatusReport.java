/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hpcreuse.pool.manager.queue.ForkReservations;
import org.hpcreuse.pool.manager.slots.FrameworkWatch;
import org.hpcreuse.pool.manager.slots.TrainingPlanner;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.files.ClassProfile;

/**
 * What {@code hpc-reuse status --json} shows. The names are a contract: some are added, none taken
 * away.
 */
public final class StatusReport {
  /** Tasks of MapReduce end before that as a rule, services do not. */
  private static final Duration LONG_RUNNING = Duration.ofMinutes(10);

  private final Pool pool;
  private final MpiCheckHandler checks;
  private final ForkReservations forks;
  private final MpiRenewal renewal;
  private final FrameworkWatch framework;
  private final TrainingPlanner training;
  private final long startedMs;

  public StatusReport(
      Pool pool,
      MpiCheckHandler checks,
      ForkReservations forks,
      MpiRenewal renewal,
      FrameworkWatch framework,
      TrainingPlanner training) {
    this.training = training;
    this.framework = framework;
    this.forks = forks;
    this.renewal = renewal;
    this.pool = pool;
    this.checks = checks;
    startedMs = pool.time().nowMs();
  }

  Map<String, Object> make() {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("pool", poolPart());
    status.put("slots", pool.table().holders().stream().map(this::slotPart).toList());
    status.put("spares", pool.table().spares().stream().map(this::slotPart).toList());
    status.put("launches", launchPart());
    status.put("phases", pool.phases().report());
    status.put("retirements", pool.counters().retired());
    status.put("messages", pool.callers().received());
    status.put("refused", pool.callers().refused());
    return status;
  }

  private Map<String, Object> poolPart() {
    List<SlotProcess> spares = pool.table().spares();
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("id", pool.settings().poolId());
    part.put("pid", ProcessHandle.current().pid());
    part.put("uptimeMs", pool.time().nowMs() - startedMs);
    part.put("mpi", pool.settings().mpi());
    part.put("processes", pool.table().processes().size());
    part.put("slots", pool.table().slotCount());
    part.put("reported", pool.table().holders().stream().filter(SlotProcess::hasReported).count());
    part.put(
        "ranksLeft",
        spares.stream().filter(s -> s.state() == SlotState.SPARE && s.hasMpi()).count());
    part.put("mpirunRenewals", renewal.count());
    part.put("mpirunRenewing", renewal.isRunning());
    part.put("forksRunning", forks.running());
    part.put("forksMemoryMb", forks.memoryMb());
    part.put("forkHeadroomMb", pool.settings().forkHeadroomMb());
    part.put("slotsLent", pool.table().holders().stream().filter(SlotProcess::isLent).count());
    part.put("slotsLongRunning", longRunning());
    part.put("queued", pool.queue().size());
    part.put("uncollected", pool.leases().uncollected());
    part.put("draining", pool.queue().isDraining());
    part.put("trainingRounds", training.rounds());
    part.put("slotsWithProfile", slotsWithProfile());
    part.put("framework", framework.fingerprint());
    part.put("frameworkChanges", framework.changes());
    part.put("slotsOutdated", framework.outdated());
    part.put("failures", pool.guard().count());
    part.put("lastMpiCheck", checks.last().isEmpty() ? null : checks.last());
    return part;
  }

  private Map<String, Integer> slotsWithProfile() {
    Map<String, Integer> slots = new TreeMap<>();
    for (SlotProcess process : pool.table().processes()) {
      process.profiles().keySet().stream()
          .map(ClassProfile::shortName)
          .forEach(name -> slots.merge(name, 1, Integer::sum));
    }
    return slots;
  }

  private Map<String, Object> slotPart(SlotProcess process) {
    Map<String, Object> part = new LinkedHashMap<>();
    if (!process.isSpare()) {
      part.put("slot", process.slot());
    }
    part.put("state", process.state().name());
    part.put("pid", process.pid());
    part.put("heapMb", process.heapMb());
    part.put(
        "classHeapMb", process.isSpare() ? process.heapMb() : pool.table().heapMb(process.slot()));
    part.put("process", process.number());
    part.put("mpi", process.hasMpi());
    part.put("mpiVersion", process.mpi());
    part.put("containers", process.containers());
    part.put("training", process.isTraining());
    part.put("trained", process.trained());
    part.put("collectionNeed", process.need().name());
    Lease lease = process.lease();
    part.put("container", lease == null ? null : lease.containerId());
    part.put("containerSeconds", lease == null ? null : ageOf(lease).toSeconds());
    part.put("reason", process.reason());
    part.put("releaseMicros", process.releaseMicros());
    part.putAll(process.figures());
    part.put("liveLoaders", process.liveLoaders());
    part.put("growth", process.growth());
    part.put("profiles", process.profiles());
    part.put("log", process.log());
    return part;
  }

  private long longRunning() {
    return pool.table().holders().stream()
        .filter(
            process ->
                process.lease() != null && ageOf(process.lease()).compareTo(LONG_RUNNING) >= 0)
        .count();
  }

  /** Since its main() was entered. */
  private Duration ageOf(Lease lease) {
    long running = lease.runningAtMs();
    return running == 0
        ? Duration.ZERO
        : Duration.ofMillis(Math.max(0, pool.time().nowEpochMs() - running));
  }

  private Map<String, Object> launchPart() {
    Map<String, Long> forked = pool.counters().forked();
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("reused", pool.counters().reused());
    part.put("forked", forked.values().stream().mapToLong(Long::longValue).sum());
    part.put("forkReasons", forked);
    part.put("declined", pool.counters().declined());
    return part;
  }
}
