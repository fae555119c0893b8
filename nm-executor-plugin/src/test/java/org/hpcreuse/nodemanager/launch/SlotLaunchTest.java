/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.hpcreuse.nodemanager.launch.ScriptedPool.Caller;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.nodemanager.usage.ContainerModes.Mode;
import org.hpcreuse.nodemanager.usage.SlotBaseline;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.Reason;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlotLaunchTest {
  /** Of this test alone: what carries it is killed. */
  private static final String ID = "container_" + System.currentTimeMillis() + "_0001_01_000001";

  /** In a slot whose pid no process has, here or elsewhere. */
  private static final Message.Assigned ASSIGNED = new Message.Assigned(ID, 7, 3, 99_999_999, 0);

  private static final Message.Exited EXITED = new Message.Exited(ID, 7, 5, "why", 10, 20);

  private static final SlotLaunch.Timeouts TIMEOUTS =
      new SlotLaunch.Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(2));

  @TempDir private Path dir;
  private final List<Process> started = new ArrayList<>();

  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final ContainerModes modes = new ContainerModes();

  private Path pidFile() {
    return dir.resolve("pid");
  }

  /** The pid by which YARN knows the container; empty when it has seen none. */
  private String shownPid() throws IOException {
    return Files.exists(pidFile()) ? Files.readString(pidFile()).strip() : "";
  }

  private static Message.Launch launch() {
    JavaProgram program = new JavaProgram(Map.of(), Map.of(), List.of(), "M", List.of(), "", "");
    return new Message.Launch(new LaunchSpec(ID, "/w", 1, Encoded.of(program)), 1000);
  }

  private Path workDir() {
    return dir.resolve(ID);
  }

  private static void endedAsSaid(Outcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Ended.class,
            ended -> {
              assertThat(ended.status()).isEqualTo(5);
              assertThat(ended.diagnostics()).isEqualTo("why");
              assertThat(ended.phases().runningMs()).isEqualTo(10);
              assertThat(ended.phases().endedMs()).isEqualTo(20);
              assertThat(ended.lost()).isFalse();
            });
  }

  private static void lost(Outcome outcome, String why) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Ended.class,
            ended -> {
              assertThat(ended.status()).isEqualTo(154);
              assertThat(ended.diagnostics()).contains(why);
              assertThat(ended.lost()).isTrue();
            });
  }

  private SlotLaunch in(ScriptedPool pool) {
    return in(new ManagerClient(pool.dir()), cancelled::get);
  }

  private SlotLaunch in(ManagerClient pool, BooleanSupplier isCancelled) {
    SlotLaunch.Container container =
        new SlotLaunch.Container(ID, workDir().toString(), pidFile(), isCancelled);
    return new SlotLaunch(pool, modes, container, TIMEOUTS);
  }

  private Outcome launchIn(ScriptedPool pool) throws Exception {
    return launchOn(pool, new ManagerClient(pool.dir()).connect());
  }

  private Outcome launchOn(ScriptedPool pool, MessageChannel channel) throws Exception {
    try (LaunchConnection connection = new LaunchConnection(channel)) {
      return in(pool).launch(connection, launch());
    }
  }

  @Test
  void shouldReturnTheStatusAndNoteThatItIsTaken() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, SlotLaunchTest::runAtOnce)) {
      ManagerClient client = new ManagerClient(pool.dir());
      try (LaunchConnection connection = new LaunchConnection(client.connect())) {
        assertThat(in(client, cancelled::get).launch(connection, launch()))
            .satisfies(SlotLaunchTest::endedAsSaid);
      }
      assertThat(shownPid()).isEqualTo(Long.toString(ASSIGNED.slotPid()));
      assertThat(modes.find(ID)).contains(Mode.SLOT_ENDED);
      assertThat(client.hasTaken()).isTrue();
    }
  }

  private static void runAtOnce(Caller caller, Message message) {
    if (message instanceof Message.Launch) {
      caller.say(ASSIGNED);
      caller.say(EXITED);
    }
  }

  @Test
  void shouldCarryTheReasonOfADeclinedLaunch() throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) ->
            caller.say(new Message.Declined(ID, 0, FallbackReason.POOL_BUSY, "4 of 4 busy"));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool))
          .isEqualTo(new Outcome.NotRun(new Reason(FallbackReason.POOL_BUSY, "4 of 4 busy")));
    }
  }

  @Test
  void shouldKillByContainerIdWhenCancelledWhileQueued() throws Exception {
    AtomicReference<Caller> queued = new AtomicReference<>();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            queued.set(caller);
            cancelled.set(true);
          } else if (message instanceof Message.Signal) {
            caller.say(new Message.Done());
            queued.get().say(EXITED);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
      assertThat(pool.heard()).contains(new Message.Signal(ID, ContainerSignal.KILL));
      assertThat(shownPid()).isEmpty();
    }
  }

  @Test
  void shouldKillAContainerThatWasCancelledBeforeItGotASlot() throws Exception {
    BiConsumer<Caller, Message> script = afterCancellation(() -> cancelled.set(true));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
      assertThat(pool.heard()).contains(new Message.Signal(ID, ContainerSignal.KILL));
    }
  }

  /**
   * Says that the container has a slot, after {@code before}, and that it has ended when killed.
   */
  private static BiConsumer<Caller, Message> afterCancellation(Runnable before) {
    AtomicReference<Caller> launcher = new AtomicReference<>();
    return (caller, message) -> {
      if (message instanceof Message.Launch) {
        launcher.set(caller);
        before.run();
        caller.say(ASSIGNED);
      } else if (message instanceof Message.Signal) {
        caller.say(new Message.Done());
        launcher.get().say(EXITED);
      }
    };
  }

  @Test
  void shouldLeaveAContainerInASlotToYarnsSignalsForAsLongAsTheyMayTake() throws Exception {
    AtomicLong cancelledAt = new AtomicLong();
    AtomicLong killedAt = new AtomicLong();
    BooleanSupplier whenShown =
        () -> {
          boolean isShown = Files.exists(pidFile());
          cancelledAt.compareAndSet(0, isShown ? System.nanoTime() : 0);
          return isShown;
        };
    BiConsumer<Caller, Message> script = afterCancellation(() -> {});
    BiConsumer<Caller, Message> timed =
        (caller, message) -> {
          if (message instanceof Message.Signal) {
            killedAt.set(System.nanoTime());
          }
          script.accept(caller, message);
        };
    try (ScriptedPool pool = new ScriptedPool(dir, timed)) {
      ManagerClient client = new ManagerClient(pool.dir());

      try (LaunchConnection connection = new LaunchConnection(client.connect())) {
        assertThat(in(client, whenShown).launch(connection, launch()))
            .satisfies(SlotLaunchTest::endedAsSaid);
      }

      assertThat(killedAt.get() - cancelledAt.get())
          .isGreaterThanOrEqualTo(TIMEOUTS.signals().toNanos());
    }
  }

  @Test
  void shouldKeepTheEndOfAContainerWhoseConnectionCannotBeClosed() throws Exception {
    BiConsumer<Caller, Message> forgetful =
        (caller, message) -> {
          runAtOnce(caller, message);
          if (message instanceof Message.Reattach) {
            caller.say(new Message.Declined(ID, 0, FallbackReason.UNKNOWN_CONTAINER, "not here"));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, forgetful)) {
      MessageChannel channel = new ManagerClient(pool.dir()).connect();
      failToClose(channel);

      assertThat(launchOn(pool, channel)).satisfies(SlotLaunchTest::endedAsSaid);
      assertThat(pool.heard()).noneMatch(Message.Reattach.class::isInstance);
    }
  }

  /** As the kernel does it when a descriptor is no longer what the JVM takes it for. */
  private static void failToClose(MessageChannel channel) throws ReflectiveOperationException {
    Field field = MessageChannel.class.getDeclaredField("readSelector");
    field.setAccessible(true);
    field.set(channel, new UnclosableSelector((Selector) field.get(channel)));
  }

  /** Closes what it stands for and says that this has failed. */
  private static final class UnclosableSelector extends Selector {
    private final Selector real;

    UnclosableSelector(Selector real) {
      this.real = real;
    }

    @Override
    public boolean isOpen() {
      return real.isOpen();
    }

    @Override
    public SelectorProvider provider() {
      return real.provider();
    }

    @Override
    public Set<SelectionKey> keys() {
      return real.keys();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
      return real.selectedKeys();
    }

    @Override
    public int selectNow() throws IOException {
      return real.selectNow();
    }

    @Override
    public int select(long timeout) throws IOException {
      return real.select(timeout);
    }

    @Override
    public int select() throws IOException {
      return real.select();
    }

    @Override
    public Selector wakeup() {
      return real.wakeup();
    }

    @Override
    public void close() throws IOException {
      real.close();
      throw new IOException("Bad file descriptor");
    }
  }

  @Test
  void shouldSearchNoFasterAndNoShorterWhenInterruptedMeanwhile() throws Exception {
    Thread launcher = Thread.currentThread();
    AtomicInteger searches = new AtomicInteger();
    BiConsumer<Caller, Message> script =
        losing(
            caller -> {
              if (searches.incrementAndGet() == 1) {
                launcher.interrupt();
              }
              caller.hangUp();
            });
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      Outcome outcome = launchIn(pool);
      assertThat(Thread.interrupted()).isTrue();
      lost(outcome, "not reached");
    }
    assertThat(searches).hasValueBetween(2, 20);
  }

  @Test
  void shouldIgnoreInterruptsAndKeepTheFlag() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicReference<Caller> caller = new AtomicReference<>();
    BiConsumer<Caller, Message> script =
        (c, message) -> {
          if (message instanceof Message.Launch) {
            c.say(ASSIGNED);
            caller.set(c);
            interrupted.countDown();
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      AtomicBoolean flag = new AtomicBoolean();
      Thread thread =
          new Thread(
              () -> {
                try {
                  outcome.complete(launchIn(pool));
                } catch (Exception e) {
                  outcome.completeExceptionally(e);
                }
                flag.set(Thread.currentThread().isInterrupted());
              },
              "launcher");
      thread.start();
      interrupted.await();
      await().until(() -> !shownPid().isEmpty());
      thread.interrupt();
      thread.interrupt();
      caller.get().say(EXITED);
      thread.join();
      assertThat(outcome.get()).satisfies(SlotLaunchTest::endedAsSaid);
      assertThat(flag).isTrue();
    }
  }

  /** A process that works in a directory of that name. */
  private Process worker(String directory, Map<String, String> environment) throws IOException {
    Path work = Files.createDirectories(dir.resolve(directory));
    ProcessBuilder builder = new ProcessBuilder("sleep", "300").directory(work.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  @AfterEach
  void endWorkers() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  private static Message.Assigned in(Process slot) {
    long start = ProcessIdentity.of(slot.pid()).orElseThrow().startTicks();
    return new Message.Assigned(ID, 7, 3, slot.pid(), start);
  }

  /** A manager that gives that slot and is never reached again. */
  private Outcome launchAndLose(Process slot) throws Exception {
    return launchAndLose(in(slot));
  }

  private Outcome launchAndLose(Message.Assigned slot) throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            caller.say(slot);
          }
          caller.hangUp();
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      return launchIn(pool);
    }
  }

  @Test
  void shouldEndTheSlotOfALostContainerAndWhatItHasStartedBeforeItSaysSo() throws Exception {
    Process slot = worker(ID, Map.of());
    Process child = worker("elsewhere", Map.of("CONTAINER_ID", ID));
    Process other = worker("elsewhere", Map.of("CONTAINER_ID", ID + "1"));

    Outcome outcome = launchAndLose(slot);

    assertThat(slot.isAlive()).isFalse();
    assertThat(child.isAlive()).isFalse();
    assertThat(other.isAlive()).isTrue();
    lost(outcome, "[" + slot.pid());
  }

  @Test
  void shouldEndTheSlotOfALostContainerThatItHasNotPreparedItselfFor() throws Exception {
    Process slot = worker("idle", Map.of());

    lost(launchAndLose(slot), "are killed");

    assertThat(slot.isAlive()).isFalse();
  }

  @Test
  void shouldNotEndAProcessThatHasThePidOfASlotThatIsGone() throws Exception {
    Process stranger = worker("idle", Map.of());
    Message.Assigned before = in(stranger);

    lost(
        launchAndLose(
            new Message.Assigned(
                ID, before.lease(), before.slot(), before.slotPid(), before.slotStart() - 1)),
        "not reached");

    assertThat(stranger.isAlive()).isTrue();
  }

  @Test
  void shouldEndTheSlotWhenThereIsNoMemoryHere() throws Exception {
    Process slot = worker("idle", Map.of());
    Process child = worker("elsewhere", Map.of("CONTAINER_ID", ID));
    Message.Assigned given = in(slot);
    BooleanSupplier broken =
        () -> {
          if (Files.exists(pidFile())) {
            throw new OutOfMemoryError("for a test");
          }
          return false;
        };
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            caller.say(given);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script);
        LaunchConnection connection =
            new LaunchConnection(new ManagerClient(pool.dir()).connect())) {
      lost(
          in(new ManagerClient(pool.dir()), broken).launch(connection, launch()),
          "OutOfMemoryError: for a test");
    }
    assertThat(slot.isAlive()).isFalse();
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void shouldNotEndASlotThatHasMovedOnToAnotherContainer() throws Exception {
    Process slot = worker("container_1_0001_01_000002", Map.of());

    lost(launchAndLose(slot), "not reached");

    assertThat(slot.isAlive()).isTrue();
  }

  @Test
  void shouldEndTheSlotThatAManagerHasSentAwayWithItsContainer() throws Exception {
    Process slot = worker(ID, Map.of());
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            caller.say(in(slot));
            caller.hangUp();
          } else if (message instanceof Message.Reattach) {
            caller.say(new Message.Declined(ID, 0, FallbackReason.UNKNOWN_CONTAINER, "not here"));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      lost(launchIn(pool), "not here");
    }
    assertThat(slot.isAlive()).isFalse();
  }

  /** Answers nothing, as a manager does that is stopped. */
  private static void silent(Caller caller, Message message) {
    Thread.currentThread().setName("scripted-pool-silent");
  }

  private static void notRun(Outcome outcome, String why) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.NotRun.class,
            given -> {
              assertThat(given.reason().kind()).isEqualTo(FallbackReason.POOL_DOWN);
              assertThat(given.reason().toString()).contains(why);
            });
  }

  @Test
  void shouldTakeALaunchBackFromAManagerThatDoesNotAnswer() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, SlotLaunchTest::silent)) {
      notRun(launchIn(pool), "limit");
      assertThat(pool.heard()).contains(new Message.Ping());
      assertThat(pool.dir().resolve("manager.silent")).exists();
      await("the launch to be taken back").until(() -> pool.callers() == 0);
    }
  }

  @Test
  void shouldWaitAsLongAsTheManagerShowsThatItTurns() throws Exception {
    AtomicReference<Caller> launcher = new AtomicReference<>();
    AtomicInteger pings = new AtomicInteger();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            launcher.set(caller);
          } else if (message instanceof Message.Ping && pings.incrementAndGet() < 3) {
            caller.say(new Message.Pong());
          } else if (message instanceof Message.Ping) {
            caller.say(new Message.Pong());
            caller.say(ASSIGNED);
            caller.say(EXITED);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
    }
  }

  @Test
  void shouldNotRunElsewhereWhatWasAssignedInTheLastMoment() throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            caller.say(new Message.Text("nonsense"), ASSIGNED);
          } else if (message instanceof Message.Reattach) {
            caller.say(ASSIGNED);
            caller.say(EXITED);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
      assertThat(pool.heard()).contains(new Message.Reattach(ID, 7, 99_999_999));
    }
  }

  @Test
  void shouldForkWhatNoSlotHasWhenNoManagerComesAgain() throws Exception {
    BiConsumer<Caller, Message> script = (caller, message) -> caller.hangUp();
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      notRun(launchIn(pool), "not reached");
    }
  }

  /** Gives the container a slot and hangs up; what is said when it is looked for is given. */
  private static BiConsumer<Caller, Message> losing(Consumer<Caller> found) {
    return (caller, message) -> {
      if (message instanceof Message.Launch) {
        caller.say(ASSIGNED);
        caller.hangUp();
      } else if (message instanceof Message.Reattach) {
        found.accept(caller);
      }
    };
  }

  @Test
  void shouldFindItsContainerAgainWhenTheConnectionBreaks() throws Exception {
    BiConsumer<Caller, Message> script =
        losing(
            caller -> {
              caller.say(ASSIGNED);
              caller.say(EXITED);
            });
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
    }
  }

  @Test
  void shouldKeepTheChargeOfAContainerThatIsFoundAgain() throws Exception {
    Process slot = worker(ID, Map.of());
    AtomicInteger looks = new AtomicInteger();
    List<SlotBaseline> baselines = new ArrayList<>();
    BooleanSupplier looking =
        () -> {
          SlotBaseline.of(Long.toString(slot.pid())).ifPresent(baselines::add);
          looks.incrementAndGet();
          return false;
        };
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch || message instanceof Message.Reattach) {
            caller.say(in(slot));
            int before = looks.get();
            await().until(() -> looks.get() > before + 1);
            if (message instanceof Message.Launch) {
              caller.hangUp();
            } else {
              caller.say(EXITED);
            }
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script);
        ManagerClient client = new ManagerClient(pool.dir());
        LaunchConnection connection = new LaunchConnection(client.connect())) {
      assertThat(in(client, looking).launch(connection, launch()))
          .satisfies(SlotLaunchTest::endedAsSaid);
    }
    assertThat(baselines).hasSizeGreaterThan(2);
    assertThat(new HashSet<>(baselines)).hasSize(1);
    assertThat(SlotBaseline.of(Long.toString(slot.pid()))).isEmpty();
  }

  @Test
  void shouldLeaveNoSignOfASlotWhenTheContainerHasNotRun() throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) ->
            caller.say(new Message.Declined(ID, 0, FallbackReason.POOL_BUSY, "4 of 4 busy"));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      launchIn(pool);
    }
    assertThat(modes.find(ID)).contains(Mode.FORKED);
    assertThat(dir).isDirectoryNotContaining("glob:**/pid*");
  }

  @Test
  void shouldKillAContainerWhosePidYarnCannotBeShown() throws Exception {
    AtomicReference<Caller> launcher = new AtomicReference<>();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            launcher.set(caller);
            makeUnwritable();
            caller.say(ASSIGNED);
          } else if (message instanceof Message.Signal) {
            caller.say(new Message.Done());
            launcher.get().say(EXITED);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool))
          .isInstanceOfSatisfying(
              Outcome.Ended.class,
              ended -> assertThat(ended.diagnostics()).startsWith("Killed, because YARN cannot"));
      assertThat(pool.heard()).contains(new Message.Signal(ID, ContainerSignal.KILL));
    }
  }

  /** A directory with something in it takes the place of the pid file. */
  private void makeUnwritable() {
    try {
      Files.createDirectories(pidFile().resolve("in the way"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldLookForItsContainerAnewEachTimeItIsLost() throws Exception {
    AtomicInteger found = new AtomicInteger();
    BiConsumer<Caller, Message> script =
        losing(
            caller -> {
              caller.say(ASSIGNED);
              if (found.incrementAndGet() < 3) {
                await().pollDelay(TIMEOUTS.search().plusMillis(200)).until(() -> true);
                caller.hangUp();
              } else {
                caller.say(EXITED);
              }
            });
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
    }
    assertThat(found).hasValue(3);
  }

  @Test
  void shouldAskAnewWhenItsManagerDiedBeforeItGotASlot() throws Exception {
    AtomicBoolean died = new AtomicBoolean();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Reattach) {
            caller.say(new Message.Declined(ID, 0, FallbackReason.UNKNOWN_CONTAINER, "not here"));
          } else if (died.compareAndSet(false, true)) {
            caller.hangUp();
          } else {
            runAtOnce(caller, message);
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      assertThat(launchIn(pool)).satisfies(SlotLaunchTest::endedAsSaid);
    }
  }

  @Test
  void shouldSayLostWhenARunningContainerIsNoLongerKnown() throws Exception {
    BiConsumer<Caller, Message> script =
        losing(
            caller ->
                caller.say(
                    new Message.Declined(ID, 0, FallbackReason.UNKNOWN_CONTAINER, "not here")));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      lost(launchIn(pool), "not here");
    }
  }

  @Test
  void shouldNotTakeTheWordOfAnEarlierSlotForThatOfItsOwn() throws Exception {
    long earlier = ASSIGNED.lease() - 1;
    BiConsumer<Caller, Message> script =
        losing(
            caller ->
                caller.say(
                    new Message.Declined(
                        ID, earlier, FallbackReason.FRAMEWORK_CHANGED, "other files")));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      lost(launchIn(pool), "other files");
    }
  }

  @Test
  void shouldGiveUpAPoolThatAlwaysAnswersSomethingElse() throws Exception {
    BiConsumer<Caller, Message> script =
        losing(
            caller -> {
              caller.say(ASSIGNED);
              caller.say(new Message.Text("nonsense"));
            });
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      lost(launchIn(pool), "unexpected message");
    }
  }

  @Test
  void shouldLeaveARecoveredContainerRunningWhenInterrupted() throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) -> Thread.currentThread().setName("scripted-pool-silent");
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> in(pool).reattach()).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
