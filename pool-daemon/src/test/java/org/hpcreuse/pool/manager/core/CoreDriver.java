/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.hpcreuse.pool.manager.state.Action;
import org.hpcreuse.pool.manager.state.Caller;
import org.hpcreuse.pool.manager.state.Clock;
import org.hpcreuse.pool.manager.state.PoolSettings;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.pool.manager.state.RetirementLimits;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * Drives a core by hand: a clock that stands still, slots that say what the test makes them say.
 */
public final class CoreDriver {
  private static final long SLOT_CONNECTIONS = 10_000;
  private static final long SLOT_PIDS = 50_000;
  private static final long SLOT_STARTS = 90_000;
  private static final PoolSettings.Training UNTRAINED = new PoolSettings.Training(0, List.of(), 1);

  final AtomicLong clock = new AtomicLong(1_000);
  final List<Action> actions = new ArrayList<>();
  final PoolCore core;

  /** Fingerprint of the framework's files on the disk. */
  final AtomicReference<String> framework = new AtomicReference<>("first");

  /** How often the framework's files have been looked at. */
  int looks;

  /** How long a look takes, milliseconds. */
  long lookMs;

  /** Whether nothing comes of a look. */
  boolean diskHangs;

  /** Whether a look fails. */
  boolean diskFails;

  /** What slots say that a collection would bring. */
  Message.CollectionNeed need = Message.CollectionNeed.NONE;

  /** What slots say that they hold. */
  long residentMb = 250;

  private RecoveryRecord saved;

  /** Processes that are to be started, and whose start the core has not heard of. */
  private final Set<Integer> starting = new HashSet<>();

  CoreDriver(PoolSettings settings) {
    core = new PoolCore(settings, new Clock(clock::get, clock::get));
    took(core.start());
  }

  private CoreDriver(PoolSettings settings, RecoveryRecord earlier) {
    core = new PoolCore(settings, new Clock(clock::get, clock::get));
    took(core.resume(earlier));
  }

  /** A manager that comes after this one has died. */
  CoreDriver successor(PoolSettings settings) {
    return new CoreDriver(settings, saved);
  }

  /** What the core has last wanted to be saved. */
  RecoveryRecord saved() {
    return saved;
  }

  static PoolSettings settings(String slots, int spares) {
    return settings(slots, spares, "4.1", 0, 8);
  }

  /** A pool whose slots are trained. */
  static PoolSettings settingsWithTraining(String slots, int spares, int rounds, int atOnce) {
    return settings(slots, spares, new PoolSettings.Training(rounds, List.of(), atOnce));
  }

  /** A pool without spares. */
  static PoolSettings settingsWithProfiles(String slots, int rounds, String... profiles) {
    return settings(slots, 0, new PoolSettings.Training(rounds, List.of(profiles), 1));
  }

  private static PoolSettings settings(String slots, int spares, PoolSettings.Training training) {
    return settings(slots, spares, "4.1", true, 0, training, 0, 8);
  }

  /** One pool of several that share an mpirun. */
  static PoolSettings settingsWithoutRenewal(String slots) {
    return settingsWithoutRenewal(slots, 0);
  }

  static PoolSettings settingsWithoutRenewal(String slots, int spares) {
    return settings(slots, spares, "4.1", false, 0, UNTRAINED, 0, 8);
  }

  /** A pool that leaves so much memory to forked containers. */
  static PoolSettings settingsWithHeadroom(String slots, int spares, long headroomMb) {
    return settings(slots, spares, "4.1", true, headroomMb, UNTRAINED, 0, 8);
  }

  static PoolSettings settings(String slots, int spares, String mpi, long maxUses, long loaders) {
    return settings(slots, spares, mpi, true, 0, UNTRAINED, maxUses, loaders);
  }

  private static PoolSettings settings(
      String slots,
      int spares,
      String mpi,
      boolean renewal,
      long headroomMb,
      PoolSettings.Training training,
      long maxUses,
      long loaders) {
    return new PoolSettings(
        "test",
        SlotClass.parseList(slots),
        spares,
        mpi,
        renewal,
        headroomMb,
        Options.Isolation.SHARED,
        training,
        60_000,
        2_000,
        900_000,
        20_000,
        new RetirementLimits(
            maxUses,
            loaders,
            Map.of(SlotFigure.FDS, 100L),
            new RetirementLimits.MemoryPromise(0, 0)));
  }

  /** A core whose first {@code processes} processes have reported with their heaps. */
  static CoreDriver reported(PoolSettings settings) {
    CoreDriver driver = new CoreDriver(settings);
    int number = 0;
    for (SlotClass group : settings.processGroups()) {
      for (int i = 0; i < group.count(); i++) {
        driver.report(number++, group.heapMb(), settings.withMpi());
      }
    }
    return driver;
  }

  /** Carries out what brings something about at once. */
  List<Action> took(List<Action> more) {
    List<Action> all = new ArrayList<>();
    for (Action action : more) {
      all.add(action);
      if (action instanceof Action.SaveRecovery save) {
        saved = save.record();
      } else if (action instanceof Action.LookAtFramework && !diskHangs) {
        looks++;
        clock.addAndGet(lookMs);
        all.addAll(
            took(
                diskFails
                    ? core.frameworkNotSeen(new IOException("no disk"))
                    : core.frameworkSeen(framework.get())));
      } else {
        if (action instanceof Action.StartSlot start) {
          starting.add(start.number());
        }
        actions.add(action);
      }
    }
    return all;
  }

  /** A process that this manager has started is known by then. */
  List<Action> report(int number, int heapMb, boolean mpi) {
    if (starting.contains(number)) {
      started(number);
    }
    String binding = mpi ? "Open MPI 4.1.4" : "";
    return slot(
        number, new Message.SlotHello(number, heapMb, binding, "process.log", framework.get()));
  }

  List<Action> started(int number) {
    starting.remove(number);
    return took(core.slotStarted(number, pidOf(number), "process.log"));
  }

  List<Action> slot(int number, Message message) {
    return took(core.received(slotCaller(number), message));
  }

  static Caller slotCaller(int number) {
    return new Caller(connectionOf(number), Message.Role.SLOT, pidOf(number), startOf(number));
  }

  static long connectionOf(int number) {
    return SLOT_CONNECTIONS + number;
  }

  static long pidOf(int number) {
    return SLOT_PIDS + number;
  }

  static long startOf(int number) {
    return SLOT_STARTS + number;
  }

  static Caller executor(long connection) {
    return new Caller(connection, Message.Role.EXECUTOR, 1, 1);
  }

  static Caller admin(long connection) {
    return new Caller(connection, Message.Role.ADMIN, 2, 2);
  }

  List<Action> executor(long connection, Message message) {
    return took(core.received(executor(connection), message));
  }

  List<Action> admin(long connection, Message message) {
    return took(core.received(admin(connection), message));
  }

  List<Action> closed(Caller caller) {
    return took(core.closed(caller));
  }

  List<Action> launch(long connection, String containerId, int heapMb, long holdMs) {
    return executor(connection, new Message.Launch(spec(containerId, heapMb), holdMs));
  }

  List<Action> launchWithMpi(long connection, String containerId, int heapMb, long holdMs) {
    LaunchSpec any = spec(containerId, heapMb);
    LaunchSpec spec = new LaunchSpec(containerId, any.workDir(), heapMb, true, any.program());
    return executor(connection, new Message.Launch(spec, holdMs));
  }

  public static LaunchSpec spec(String containerId, int heapMb) {
    return spec(containerId, heapMb, "Main");
  }

  public static LaunchSpec spec(String containerId, int heapMb, String mainClass) {
    JavaProgram program =
        new JavaProgram(Map.of(), Map.of(), List.of(), mainClass, List.of(), "", "");
    return new LaunchSpec(containerId, "/", heapMb, Encoded.of(program));
  }

  List<Action> pass(long millis) {
    clock.addAndGet(millis);
    return took(core.tick());
  }

  List<Action> gone(int number) {
    return took(core.processGone(pidOf(number), ""));
  }

  /** Runs a container to its end in the slot process it was given. */
  void finish(Message.Assigned assigned, int number, String retireReason, int liveLoaders) {
    slot(number, new Message.Running(assigned.lease(), 5));
    slot(number, new Message.Exited(assigned.containerId(), assigned.lease(), 0, "", 5, 6));
    Map<String, Long> figures =
        Map.of(
            SlotFigure.LASTING_LOADERS.key(),
            (long) liveLoaders,
            SlotFigure.FDS.key(),
            120L,
            SlotFigure.RSS.key(),
            residentMb << 10);
    slot(number, new Message.Figures(figures, Map.of(SlotFigure.FDS.key(), 10L), need));
    slot(number, new Message.Released(assigned.lease(), retireReason, 10, liveLoaders));
  }

  /** Messages of a type that were sent over a connection so far. */
  <T extends Message> List<T> sent(long connection, Class<T> type) {
    return sentIn(actions, connection, type);
  }

  static <T extends Message> List<T> sentIn(List<Action> in, long connection, Class<T> type) {
    List<T> found = new ArrayList<>();
    for (Action each : in) {
      Action action = each instanceof Action.EndMarked marked ? marked.answer() : each;
      if (action instanceof Action.Send send
          && send.connection() == connection
          && type.isInstance(send.message())) {
        found.add(type.cast(send.message()));
      }
      if (action instanceof Action.Grant grant) {
        if (grant.executor() == connection && type.isInstance(grant.assigned())) {
          found.add(type.cast(grant.assigned()));
        }
        if (grant.slot() == connection && type.isInstance(grant.run())) {
          found.add(type.cast(grant.run()));
        }
      }
    }
    return found;
  }

  <T extends Message> T last(long connection, Class<T> type) {
    List<T> all = sent(connection, type);
    if (all.isEmpty()) {
      throw new AssertionError(
          "no " + type.getSimpleName() + " to " + connection + " in " + actions);
    }
    return all.get(all.size() - 1);
  }

  Message.Assigned assigned(long connection) {
    return last(connection, Message.Assigned.class);
  }

  <T extends Action> List<T> all(Class<T> type) {
    return actions.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
