/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.slots.FrameworkWatch;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.wire.Message;

/** Serves the command line. */
public final class AdminHandler implements Message.AdminRequests<Caller> {
  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final MpiCheckHandler checks;
  private final AuditHandler audits;
  private final DrainHandler drains;
  private final PoolShutdown poolShutdown;
  private final FrameworkWatch framework;
  private final StatusReport status;

  /** Connections on which somebody has asked for the status. */
  private final List<Long> askers = new ArrayList<>();

  public AdminHandler(
      Pool pool,
      SlotSupervisor supervisor,
      MpiCheckHandler checks,
      AuditHandler audits,
      DrainHandler drains,
      PoolShutdown poolShutdown,
      FrameworkWatch framework,
      StatusReport status) {
    this.pool = pool;
    this.supervisor = supervisor;
    this.checks = checks;
    this.audits = audits;
    this.drains = drains;
    this.poolShutdown = poolShutdown;
    this.framework = framework;
    this.status = status;
  }

  @Override
  public void status(Caller caller, Message.StatusQuery message) {
    framework.look();
    askers.add(caller.connection());
  }

  @Override
  public void mpiCheck(Caller caller, Message.MpiCheckQuery message) {
    checks.query(caller.connection(), message.timeoutMs());
  }

  @Override
  public void audit(Caller caller, Message.AuditQuery message) {
    audits.query(caller.connection(), message);
  }

  @Override
  public void drain(Caller caller, Message.Drain message) {
    drains.drain(caller.connection(), message.timeoutMs());
  }

  @Override
  public void undoDrain(Caller caller, Message.UndoDrain message) {
    pool.out().send(caller.connection(), drains.undo());
  }

  @Override
  public void retire(Caller caller, Message.Retire message) {
    pool.out().send(caller.connection(), retire(message.slot()));
  }

  @Override
  public void shutdown(Caller caller, Message.Shutdown message) {
    poolShutdown.begin(caller.connection(), message.timeoutMs());
  }

  /** Answers those who ask for the status, with the framework's files as they are now. */
  public void review() {
    if (!askers.isEmpty() && !framework.isLooking()) {
      Message answer = new Message.Text(Json.write(status.make()));
      askers.forEach(connection -> pool.out().send(connection, answer));
      askers.clear();
    }
  }

  /** Nobody waits for the answers of this connection any more. */
  public void closed(long connection) {
    askers.removeIf(asker -> asker == connection);
    checks.closed(connection);
    audits.closed(connection);
    drains.closed(connection);
  }

  private Message retire(int slot) {
    Optional<SlotProcess> process = pool.table().holder(slot);
    if (process.isEmpty()) {
      return new Message.Refused(
          "slot " + slot + " does not exist, slots are 0-" + (pool.table().slotCount() - 1));
    }
    if (poolShutdown.hasBegun()) {
      return new Message.Refused("the pool ends and replaces no slot any more");
    }
    String done = process.get().state() == SlotState.DEAD ? fill(slot) : leave(process.get());
    List<SlotProcess> holders = pool.table().holders();
    long alive = holders.stream().filter(holder -> holder.state().isLiving()).count();
    return new Message.Text(
        done + "; " + alive + " of " + holders.size() + " slots are alive at present");
  }

  /** Has a slot without a process get one. */
  private String fill(int slot) {
    supervisor.refill(slot);
    SlotProcess now = pool.table().holder(slot).orElseThrow();
    return now.state() == SlotState.DEAD
        ? "slot " + slot + " has no process and gets none now: " + now.reason()
        : "slot " + slot + " had no process and gets one now: process " + now.number();
  }

  private String leave(SlotProcess process) {
    SlotState before = process.state();
    supervisor.retire(process, "retired on request");
    String who = "slot " + process.slot() + " (process " + process.number() + ")";
    if (process.lease() != null) {
      return who + " leaves after " + process.lease().containerId() + ", then another replaces it";
    }
    return switch (before) {
      case STARTING -> who + " leaves when it has started, then another replaces it";
      case RETIRING, DYING -> who + " was about to leave: " + process.reason();
      default -> who + " leaves now, then another replaces it";
    };
  }
}
