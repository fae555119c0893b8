/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.pool.manager.state.SlotState;
import org.hpcreuse.protocol.wire.Message;

/**
 * Decides when an idle slot trains. It does so while the pool is quiet, until each process has run
 * as many training jobs as the option says, and has loaded the classes of each profile. When a
 * container comes, all training stops.
 *
 * <p>Training is a gain of speed and nothing else. When jobs fail, or end slots, they are over for
 * the whole pool, and the log says why; so is a profile that cannot be loaded.
 */
public final class TrainingPlanner {
  /** How long a training job may take; on a busy node the first one takes 20 s. */
  static final long BOUND_MS = 300_000;

  /** How many slots may be lost in training; a few may be killed by others. */
  static final int LOST_MOST = 3;

  /** In place of a profile. */
  private static final String JOB = "";

  private static final Logger LOG = Logger.getLogger(TrainingPlanner.class.getName());

  private final Pool pool;
  private final SlotSupervisor supervisor;
  private final QuietPeriod quiet;
  private final int atOnce;

  /**
   * The processes that train, each with the profile that it loads, or {@link #JOB}. One that is
   * lost is not in the table any more.
   */
  private final Map<SlotProcess, String> inTraining = new LinkedHashMap<>();

  private final ProfilesToLoad profiles;
  private int rounds;
  private int lost;
  private boolean stopped;
  private long lookAtMs = Long.MAX_VALUE;

  public TrainingPlanner(Pool pool, SlotSupervisor supervisor, QuietPeriod quiet) {
    this.pool = pool;
    this.supervisor = supervisor;
    this.quiet = quiet;
    rounds = pool.settings().training().rounds();
    profiles =
        new ProfilesToLoad(
            pool.settings().training().profiles(), pool.settings().limits().memory());
    atOnce = pool.settings().training().atOnce();
  }

  /** How many jobs each process runs; none when training has failed. */
  public int rounds() {
    return rounds;
  }

  /** Lets the next slots train if they should, or comes back when that may be so. */
  public void review() {
    for (SlotProcess process : List.copyOf(inTraining.keySet())) {
      if (process.state() == SlotState.DYING || process.state() == SlotState.DEAD) {
        lost(process);
      }
    }
    long begins = quiet.beginsAtMs();
    if (begins == Long.MAX_VALUE) {
      stop();
      return;
    }
    stopped = false;
    if (begins > pool.time().nowMs()) {
      lookAgain(begins);
      return;
    }
    for (Optional<SlotProcess> next = next(); next.isPresent(); next = next()) {
      train(next.get());
    }
  }

  /** The process that has been trained least, if one more may train now. */
  private Optional<SlotProcess> next() {
    if (inTraining.size() >= atOnce || pool.table().isStarting()) {
      return Optional.empty();
    }
    return pool.table().processes().stream()
        .filter(process -> process.state() == SlotState.FREE || process.state() == SlotState.SPARE)
        .filter(process -> process.isWarm() && !process.isTraining())
        .filter(process -> process.trained() < rounds || profiles.next(process).isPresent())
        .min(Comparator.comparingInt(SlotProcess::trained));
  }

  /** A slot has told which classes it has. */
  public void loaded(SlotProcess process, Message.Profiles message) {
    Set<String> before = process.profiles().keySet();
    process.loaded(message);
    if (process.state().isBusy()) {
      profiles.used(process);
    }
    profiles.known(process, before, message);
  }

  private void train(SlotProcess process) {
    String profile = process.trained() < rounds ? JOB : profiles.next(process).orElseThrow();
    LOG.fine(() -> process + (profile.equals(JOB) ? " runs a training job" : " loads " + profile));
    int number = process.train();
    inTraining.put(process, profile);
    pool.out().send(process.connection(), new Message.Train(profile));
    pool.timers()
        .after(
            BOUND_MS,
            () -> {
              if (process.isTraining(number) && !process.state().isBusy()) {
                supervisor.kill(process, "training not over within " + BOUND_MS + " ms");
              }
            });
  }

  private void stop() {
    if (!stopped) {
      inTraining.keySet().forEach(p -> pool.out().send(p.connection(), new Message.StopTraining()));
      stopped = true;
    }
  }

  /** A process has said how its training job ended. */
  public void over(SlotProcess process, Message.Trained message) {
    String profile = inTraining.remove(process);
    if (profile == null) {
      LOG.warning(() -> process + ": end of a training that it was not given, ignored");
      return;
    }
    if (!profile.equals(JOB)) {
      process.trainingOver(false);
      profiles.over(process, profile, message);
      return;
    }
    process.trainingOver(message.outcome() == Message.TrainingOutcome.DONE);
    if (process.trained() == rounds) {
      LOG.info(() -> process + " is trained");
    }
    switch (message.outcome()) {
      case DONE, STOPPED -> {
        // The next one follows when the pool is quiet.
      }
      case FAILED -> end(process + ": " + message.detail());
      case UNCLEAN -> {
        end(process + " could not be cleaned up: " + message.detail());
        if (process.state().isResting()) {
          supervisor.leave(process, message.detail());
        }
      }
    }
  }

  private void lost(SlotProcess process) {
    inTraining.remove(process);
    process.trainingOver(false);
    lost++;
    if (lost >= LOST_MOST) {
      end(lost + " processes were lost while they trained, the last one " + process);
      profiles.end();
    }
  }

  private void end(String why) {
    if (rounds > 0) {
      LOG.warning(() -> "slots are not trained any more: " + why);
      rounds = 0;
    }
  }

  private void lookAgain(long at) {
    if ((rounds > 0 || profiles.isAny()) && lookAtMs != at) {
      lookAtMs = at;
      // What is done after every event is done then: review.
      pool.timers().after(at - pool.time().nowMs(), () -> {});
    }
  }
}
