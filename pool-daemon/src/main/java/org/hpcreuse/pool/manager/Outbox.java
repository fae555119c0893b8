/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.protocol.Message;

/** Collects what one event leads to. */
final class Outbox {
  private List<Action> actions = new ArrayList<>();

  void add(Action action) {
    actions.add(action);
  }

  /** What must have happened before anything else does. */
  void addFirst(Action action) {
    actions.add(0, action);
  }

  void send(long connection, Message message) {
    add(new Action.Send(connection, message));
  }

  List<Action> take() {
    List<Action> taken = actions;
    actions = new ArrayList<>();
    return taken;
  }
}
