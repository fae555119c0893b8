/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

/** The state of one pool, shared by the desks of the core and confined to its thread. */
record Pool(
    PoolSettings settings,
    SlotTable table,
    HoldQueue queue,
    Leases leases,
    Counters counters,
    PhaseTimes phases,
    Traffic traffic,
    Time time,
    Timers timers,
    LoopGuard guard,
    Outbox out) {

  /** A pool whose processes have not been started yet. */
  static Pool of(PoolSettings settings, Time time) {
    Outbox out = new Outbox();
    return new Pool(
        settings,
        new SlotTable(settings),
        new HoldQueue(),
        new Leases(out, time.nowEpochMs() * 1_000),
        new Counters(),
        new PhaseTimes(),
        new Traffic(),
        time,
        new Timers(time),
        new LoopGuard(),
        out);
  }
}
