/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.wire.Message;

/**
 * Takes up the slots of a manager that has died. They come back by themselves and say what they are
 * doing; one that does not come is killed. Until all have come or are gone, nobody knows which
 * containers run: who asks for one that is not known waits.
 */
public final class Recovery {
  /** How long a slot that lives may take to come back. */
  public static final long RETURN_MS = Bounds.SLOT_RETURN.toMillis();

  /** How long one that has not come back, and was killed, may take to be gone. */
  public static final long KILLED_MS = Bounds.GONE.toMillis();

  private static final Logger LOG = Logger.getLogger(Recovery.class.getName());

  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final List<Question> questions = new ArrayList<>();
  private boolean running;
  private boolean overdue;

  /** An executor's message that cannot be dealt with yet. */
  public record Question(Caller caller, Message.ContainerRequest message) {}

  public Recovery(Pool pool, SlotSupervisor supervisor) {
    this.pool = pool;
    this.supervisor = supervisor;
  }

  /** Expects these slots back. */
  public void begin(RecoveryRecord earlier) {
    running = true;
    pool.table().recover(earlier);
    for (SlotProcess process : pool.table().processes()) {
      if (process.isExpectedBack()) {
        LOG.info(() -> process + " is expected back");
        pool.out().add(new Action.Watch(process.pid()));
        pool.timers().after(RETURN_MS, () -> giveUp(process));
        pool.timers().after(RETURN_MS + KILLED_MS, () -> overdue = true);
      } else if (process.state() == SlotState.STARTING) {
        supervisor.expectReport(process);
      }
    }
  }

  private void giveUp(SlotProcess process) {
    if (process.isExpectedBack() && process.state() == SlotState.STARTING) {
      supervisor.kill(process, "has not come back within " + RETURN_MS + " ms");
    }
  }

  /** Whether it is not yet known what the slots hold. */
  public boolean isRunning() {
    return running;
  }

  /** Keeps a message until it is known what the slots hold. */
  public void postpone(Caller caller, Message.ContainerRequest message) {
    questions.add(new Question(caller, message));
  }

  /** Nobody hears an answer any more; a statement stays true. */
  public void closed(long connection) {
    questions.removeIf(
        question ->
            question.caller().connection() == connection
                && !(question.message() instanceof Message.Collected));
  }

  /**
   * Ends when all slots have come or are gone; the places of the latter are filled. One that the
   * kernel does not end (it waits for a disk) cannot act: its container is answered for without it.
   *
   * @return questions that can be answered now
   */
  public List<Question> review() {
    boolean over =
        running
            && pool.table().processes().stream()
                .noneMatch(process -> process.isExpectedBack() && isOpen(process.state()));
    if (!over) {
      return List.of();
    }
    running = false;
    LOG.info("all slots that live have come back");
    supervisor.fillGaps();
    List<Question> answerable = List.copyOf(questions);
    questions.clear();
    return answerable;
  }

  private boolean isOpen(SlotState state) {
    return state != SlotState.DEAD && !(overdue && state == SlotState.DYING);
  }
}
