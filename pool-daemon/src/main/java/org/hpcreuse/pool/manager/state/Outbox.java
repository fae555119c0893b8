/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.protocol.wire.Message;

/** Collects what one event leads to. */
public final class Outbox {
  private List<Action> actions = new ArrayList<>();

  public void add(Action action) {
    actions.add(action);
  }

  /** What must have happened before anything else does. */
  public void addFirst(Action action) {
    actions.add(0, action);
  }

  public void send(long connection, Message message) {
    add(new Action.Send(connection, message));
  }

  public List<Action> take() {
    List<Action> taken = actions;
    actions = new ArrayList<>();
    return taken;
  }
}
