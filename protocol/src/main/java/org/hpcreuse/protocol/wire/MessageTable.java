/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.HashMap;
import java.util.Map;

/**
 * The numbers of the messages on the wire. A number is never given to another message; a message
 * whose components change gets a new {@link Frames#VERSION}.
 */
final class MessageTable {
  private static final Map<Short, Class<? extends Message>> BY_CODE = new HashMap<>();
  private static final Map<Class<? extends Message>, Short> BY_CLASS = new HashMap<>();

  static {
    add(1, Message.Hello.class);
    add(2, Message.Welcome.class);
    add(3, Message.Refused.class);
    add(4, Message.Done.class);
    add(5, Message.Ping.class);
    add(6, Message.Pong.class);
    add(10, Message.Launch.class);
    add(11, Message.Assigned.class);
    add(12, Message.Exited.class);
    add(13, Message.Collected.class);
    add(14, Message.Declined.class);
    add(15, Message.Reattach.class);
    add(16, Message.Signal.class);
    add(18, Message.Fork.class);
    add(19, Message.WatchRanks.class);
    add(20, Message.Ranks.class);
    add(30, Message.SlotHello.class);
    add(31, Message.Run.class);
    add(32, Message.Running.class);
    add(33, Message.Released.class);
    add(34, Message.SignalLease.class);
    add(35, Message.MpiCheck.class);
    add(36, Message.MpiChecked.class);
    add(37, Message.Leave.class);
    add(38, Message.Ending.class);
    add(39, Message.Audit.class);
    add(40, Message.Audited.class);
    add(41, Message.Figures.class);
    add(42, Message.SlotReturn.class);
    add(43, Message.Collect.class);
    add(44, Message.Train.class);
    add(45, Message.StopTraining.class);
    add(46, Message.Trained.class);
    add(47, Message.Profiles.class);
    add(48, Message.Unclean.class);
    add(50, Message.StatusQuery.class);
    add(51, Message.MpiCheckQuery.class);
    add(52, Message.Drain.class);
    add(53, Message.Retire.class);
    add(54, Message.Shutdown.class);
    add(55, Message.Text.class);
    add(56, Message.AuditQuery.class);
    add(57, Message.UndoDrain.class);
  }

  private MessageTable() {}

  private static void add(int code, Class<? extends Message> type) {
    if (BY_CODE.put((short) code, type) != null || BY_CLASS.put(type, (short) code) != null) {
      throw new IllegalStateException("message code or class twice: " + code + " " + type);
    }
  }

  static short codeOf(Message message) {
    Short code = BY_CLASS.get(message.getClass());
    if (code == null) {
      throw new IllegalStateException("no wire number for " + message.getClass().getName());
    }
    return code;
  }

  static Class<? extends Message> classOf(short code) throws ProtocolException {
    Class<? extends Message> type = BY_CODE.get(code);
    if (type == null) {
      throw new ProtocolException("unknown message number " + code);
    }
    return type;
  }
}
