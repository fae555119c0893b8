/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.pool.manager.caller.Caller;
import org.hpcreuse.pool.manager.queue.PoolShutdown;
import org.hpcreuse.pool.manager.slots.FrameworkWatch;
import org.hpcreuse.pool.manager.slots.SlotSupervisor;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.wire.Message;

/** Serves the command line. */
public final class AdminHandler {
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

  /**
   * Takes a message from an administrator.
   *
   * @return whether it is one an administrator may send
   */
  public boolean received(Caller caller, Message message) {
    long connection = caller.connection();
    if (message instanceof Message.StatusQuery) {
      framework.look();
      askers.add(connection);
    } else if (message instanceof Message.MpiCheckQuery query) {
      checks.query(connection, query.timeoutMs());
    } else if (message instanceof Message.AuditQuery query) {
      audits.query(connection, query);
    } else if (message instanceof Message.Drain drain) {
      drains.drain(connection, drain.timeoutMs());
    } else if (message instanceof Message.UndoDrain) {
      pool.out().send(connection, drains.undo());
    } else if (message instanceof Message.Retire retire) {
      pool.out().send(connection, retire(retire.slot()));
    } else if (message instanceof Message.Shutdown shutdown) {
      poolShutdown.begin(connection, shutdown.timeoutMs());
    } else {
      return false;
    }
    return true;
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
