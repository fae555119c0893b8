/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ProtocolException;

/**
 * What a pool manager may answer at most to the bytes of one connection. It follows the rules that
 * docs/security.md states, not the manager's code: nobody is heard without the secret, and after
 * the first thing that is wrong for one's role nothing is heard any more.
 */
final class Allowance {
  /** An audit's answers for the one slot there is, and its end. */
  private static final Map<Class<? extends Message>, Integer> AUDIT =
      Map.of(Message.Text.class, 1, Message.Done.class, 1, Message.Refused.class, 1);

  private final Map<Class<? extends Message>, Integer> left = new HashMap<>();
  private boolean effective;
  private boolean over;

  private Allowance() {}

  static Allowance of(byte[] bytes, String secret) {
    Allowance allowance = new Allowance();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      Optional<Message> first = Frames.decode(in);
      Message.Role role = first.flatMap(message -> allowance.letIn(message, secret)).orElse(null);
      while (role != null && !allowance.over) {
        Optional<Message> next = Frames.decode(in);
        if (next.isEmpty()) {
          break;
        }
        allowance.hear(role, next.get());
      }
    } catch (ProtocolException e) {
      // From here on the manager hears nothing.
    }
    return allowance;
  }

  private Optional<Message.Role> letIn(Message first, String secret) {
    boolean right = first instanceof Message.Hello hello && hello.secret().equals(secret);
    add(right ? Message.Welcome.class : Message.Refused.class);
    return right ? Optional.of(((Message.Hello) first).role()) : Optional.empty();
  }

  private void hear(Message.Role role, Message message) {
    if (message instanceof Message.Ping) {
      add(Message.Pong.class);
      return;
    }
    switch (role) {
      case EXECUTOR -> hearExecutor(message);
      case ADMIN -> hearAdmin(message);
      case SLOT -> hearSlot(message);
    }
    effective |= ValidMessages.hasEffect(role, message);
  }

  private void hearExecutor(Message message) {
    if (message instanceof Message.Launch || message instanceof Message.Reattach) {
      add(Message.Declined.class);
      add(Message.Refused.class);
    } else if (message instanceof Message.Signal) {
      add(Message.Refused.class);
    } else if (message instanceof Message.Fork) {
      add(Message.Done.class);
      add(Message.Refused.class);
    } else if (message instanceof Message.Collected) {
      add(Message.Refused.class);
    } else if (message instanceof Message.WatchRanks) {
      add(Message.Ranks.class);
    } else {
      refuse();
    }
  }

  private void hearAdmin(Message message) {
    if (message instanceof Message.StatusQuery) {
      add(Message.Text.class);
    } else if (message instanceof Message.MpiCheckQuery) {
      add(Message.Text.class);
      add(Message.Refused.class);
    } else if (message instanceof Message.AuditQuery) {
      AUDIT.forEach((kind, count) -> left.merge(kind, count, Integer::sum));
    } else if (message instanceof Message.Retire || message instanceof Message.UndoDrain) {
      add(Message.Refused.class);
    } else {
      refuse();
    }
  }

  private void hearSlot(Message message) {
    if (message instanceof Message.SlotHello || message instanceof Message.SlotReturn) {
      add(Message.Leave.class);
      over = true;
    } else {
      refuse();
    }
  }

  private void refuse() {
    add(Message.Refused.class);
    over = true;
  }

  private void add(Class<? extends Message> kind) {
    left.merge(kind, 1, Integer::sum);
  }

  /** Whether something with a lasting effect would rightly be done. */
  boolean isEffective() {
    return effective;
  }

  /** Takes an answer; false when it was not allowed. */
  boolean take(Message answer) {
    return left.merge(answer.getClass(), -1, Integer::sum) >= 0;
  }
}
