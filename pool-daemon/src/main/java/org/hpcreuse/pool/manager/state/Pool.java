/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

/** The state of one pool, shared by the handlers of the core and confined to its thread. */
public record Pool(
    PoolSettings settings,
    SlotTable table,
    LaunchQueue queue,
    Leases leases,
    PoolCounters counters,
    PhaseTimes phases,
    CallerStatistics callers,
    Clock time,
    Timers timers,
    LoopGuard guard,
    Outbox out) {

  /** A pool whose processes have not been started yet. */
  public static Pool of(PoolSettings settings, Clock time) {
    Outbox out = new Outbox();
    return new Pool(
        settings,
        new SlotTable(settings),
        new LaunchQueue(),
        new Leases(out, time.nowEpochMs() * 1_000),
        new PoolCounters(),
        new PhaseTimes(),
        new CallerStatistics(time),
        time,
        new Timers(time),
        new LoopGuard(),
        out);
  }
}
