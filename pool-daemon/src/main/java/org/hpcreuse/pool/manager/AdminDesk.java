/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.Optional;
import org.hpcreuse.protocol.Message;

/** Serves the command line. */
final class AdminDesk {
  private final Pool pool;
  private final SlotKeeper keeper;
  private final MpiCheckDesk checks;
  private final AuditDesk audits;
  private final DrainDesk drains;
  private final Ending ending;
  private final FrameworkDesk framework;
  private final StatusReport status;

  AdminDesk(
      Pool pool,
      SlotKeeper keeper,
      MpiCheckDesk checks,
      AuditDesk audits,
      DrainDesk drains,
      Ending ending,
      FrameworkDesk framework,
      StatusReport status) {
    this.pool = pool;
    this.keeper = keeper;
    this.checks = checks;
    this.audits = audits;
    this.drains = drains;
    this.ending = ending;
    this.framework = framework;
    this.status = status;
  }

  /**
   * Takes a message from an administrator.
   *
   * @return whether it is one an administrator may send
   */
  boolean received(Caller caller, Message message) {
    long connection = caller.connection();
    if (message instanceof Message.StatusQuery) {
      framework.look();
      framework.review();
      pool.out().send(connection, new Message.Text(Json.write(status.make())));
    } else if (message instanceof Message.MpiCheckQuery query) {
      checks.query(connection, query.timeoutMs());
    } else if (message instanceof Message.AuditQuery query) {
      audits.query(connection, query);
    } else if (message instanceof Message.Drain drain) {
      drains.drain(connection, drain.timeoutMs());
    } else if (message instanceof Message.Retire retire) {
      pool.out().send(connection, retire(retire.slot()));
    } else if (message instanceof Message.Shutdown shutdown) {
      ending.begin(connection, shutdown.timeoutMs());
    } else {
      return false;
    }
    return true;
  }

  /** Nobody waits for the answers of this connection any more. */
  void closed(long connection) {
    checks.closed(connection);
    audits.closed(connection);
    drains.closed(connection);
  }

  private Message retire(int slot) {
    Optional<Seat> seat = pool.table().holder(slot);
    if (seat.isEmpty()) {
      return new Message.Refused(
          "slot " + slot + " does not exist, slots are 0-" + (pool.table().slotCount() - 1));
    }
    if (seat.get().state() == SlotState.DEAD) {
      keeper.revive(slot);
    } else {
      keeper.retire(seat.get(), "retired on request");
    }
    return new Message.Done();
  }
}
