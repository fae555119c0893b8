/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor.Signal;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerDiagnosticsUpdateEvent;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerSignalContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;
import org.hpcreuse.nodemanager.launch.ScriptedPool;
import org.hpcreuse.nodemanager.launch.ScriptedPool.Caller;
import org.hpcreuse.nodemanager.metrics.LaunchMetrics;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ProtocolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The executor as the NodeManager calls it, against a pool that speaks the real protocol. */
@Timeout(120)
class HpcReuseContainerExecutorTest {
  /** Of this test alone: what carries the container's id may be killed. */
  private static final long CLUSTER = System.currentTimeMillis();

  private static final String APP = "application_" + CLUSTER + "_0001";
  private static final String ID = "container_" + CLUSTER + "_0001_01_000001";
  private static final String USER = System.getProperty("user.name");

  @TempDir private java.nio.file.Path dir;

  private final ContainerId containerId = ContainerId.fromString(ID);
  private final FakeContainer yarn = new FakeContainer(containerId);
  private final HpcReuseContainerExecutor executor = new HpcReuseContainerExecutor();
  private Process slot;

  @BeforeEach
  void startSlot() throws Exception {
    slot = new ProcessBuilder("/bin/sleep", "60").start();
  }

  @AfterEach
  void leaveTheMetricsSystem() {
    executor.stop();
    assertThat(DefaultMetricsSystem.instance().getSource(LaunchMetrics.NAME)).isNull();
  }

  @AfterEach
  void endSlot() throws Exception {
    slot.destroyForcibly();
    assertThat(slot.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  /** What the executor has put among Hadoop's metrics. */
  private static Map<String, Number> metrics() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(LaunchMetrics.NAME).getMetrics(collector, true);
    Map<String, Number> values = new LinkedHashMap<>();
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      values.put(metric.name(), metric.value());
    }
    return values;
  }

  private java.nio.file.Path pidFile() {
    return dir.resolve("private").resolve(ID + ".pid");
  }

  private java.nio.file.Path marker() {
    return dir.resolve("private").resolve(ID + ".pid.slot");
  }

  private void start(ScriptedPool pool) throws Exception {
    start(pool, "fork");
  }

  private void start(ScriptedPool pool, String fallback) throws Exception {
    Configuration conf = new Configuration();
    conf.set("hpc-reuse.fallback", fallback);
    conf.set("hpc-reuse.pool.dir", pool.dir().toString());
    executor.setConf(conf);
    executor.init(null);
    Files.createDirectories(dir.resolve("private"));
    Files.createDirectories(workDir());
    executor.activateContainer(containerId, new Path(pidFile().toString()));
  }

  private java.nio.file.Path workDir() {
    return dir.resolve("local/usercache")
        .resolve(USER)
        .resolve("appcache")
        .resolve(APP)
        .resolve(ID);
  }

  private java.nio.file.Path logDir() {
    return dir.resolve("logs").resolve(APP).resolve(ID);
  }

  /** Lets the executor see the launch script being written, as ContainerLaunch does. */
  private void writeScript() throws Exception {
    writeScript("$JAVA_HOME/bin/java -Xmx64m some.Main", Map.of());
  }

  private void writeScript(String command, Map<String, String> more) throws Exception {
    Map<String, String> environment = new LinkedHashMap<>(more);
    environment.put("CONTAINER_ID", ID);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    for (String name : List.of("LANG", "LC_ALL", "LC_CTYPE", "TZ")) {
      String own = System.getenv(name);
      if (own != null) {
        environment.put(name, own);
      }
    }
    executor.writeLaunchEnv(
        new ByteArrayOutputStream(),
        environment,
        Map.of(),
        List.of(command + " 1>" + logDir() + "/stdout"),
        new Path(logDir().toString()),
        USER,
        new LinkedHashSet<>(environment.keySet()));
  }

  private int launch(String script) throws Exception {
    return launch(script, USER);
  }

  private int launch(String script, String user) throws Exception {
    java.nio.file.Path scriptFile = dir.resolve("private/launch_container.sh");
    java.nio.file.Path tokens = dir.resolve("private/tokens");
    Files.writeString(scriptFile, "#!/bin/bash\n" + script + "\n");
    Files.writeString(tokens, "");
    return executor.launchContainer(
        new ContainerStartContext.Builder()
            .setContainer(yarn.container())
            .setLocalizedResources(Map.of())
            .setNmPrivateContainerScriptPath(new Path(scriptFile.toString()))
            .setNmPrivateTokensPath(new Path(tokens.toString()))
            .setUser(user)
            .setAppId(APP)
            .setContainerWorkDir(new Path(workDir().toString()))
            .setLocalDirs(List.of(dir.resolve("local").toString()))
            .setLogDirs(List.of(dir.resolve("logs").toString()))
            .setFilecacheDirs(List.of())
            .setUserLocalDirs(List.of())
            .setContainerLocalDirs(List.of())
            .setContainerLogDirs(List.of())
            .setUserFilecacheDirs(List.of())
            .setApplicationLocalDirs(List.of())
            .build());
  }

  private boolean signal(Signal signal) throws Exception {
    return executor.signalContainer(
        new ContainerSignalContext.Builder()
            .setContainer(yarn.container())
            .setUser(USER)
            .setPid(Long.toString(slot.pid()))
            .setSignal(signal)
            .build());
  }

  private Message.Assigned assigned() {
    return new Message.Assigned(ID, 7, 3, slot.pid(), 0);
  }

  @Test
  void shouldRunAContainerInASlotAndLeaveTheSlotAliveInTheCleanUp() throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            caller.say(assigned());
            caller.say(new Message.Exited(ID, 7, 5, "it did not work", 10, 20));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool);
      writeScript();

      assertThat(launch("exit 99")).isEqualTo(5);

      assertThat(pidFile()).hasContent(Long.toString(slot.pid()));
      assertThat(yarn.events()).hasOnlyElementsOfType(ContainerDiagnosticsUpdateEvent.class);
      assertThat(((ContainerDiagnosticsUpdateEvent) yarn.events().get(0)).getDiagnosticsUpdate())
          .contains("Exit code: 5", "it did not work");
      assertThat(signal(Signal.KILL)).isFalse();
      assertThat(slot.isAlive()).isTrue();
      assertThat(pool.heard()).noneMatch(Message.Signal.class::isInstance);
      assertThat(metrics())
          .containsEntry("ContainersReused", 1L)
          .containsEntry("ContainersForked", 0L)
          .containsEntry("ContainersLost", 0L)
          .containsEntry("RequestToAssignedNumOps", 1L)
          .containsEntry("RunningToEndedMaxMs", 10.0)
          .containsEntry("EndedToReportedNumOps", 1L)
          .containsEntry("ForkRequestToLoadNumOps", 0L);
    }
  }

  @Test
  void shouldSpellTheFrameworkOutForASlotThatHasOtherFiles() throws Exception {
    List<List<String>> classPaths = new CopyOnWriteArrayList<>();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch launch) {
            classPaths.add(classPath(launch));
            caller.say(assigned());
            caller.say(
                classPaths.size() == 1
                    ? new Message.Declined(ID, 7, FallbackReason.FRAMEWORK_CHANGED, "other files")
                    : new Message.Exited(ID, 7, 0, "", 10, 20));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      Files.writeString(
          pool.dir().resolve("pool.properties"),
          "hpc-reuse.framework.classpath = /fw/a.jar:/fw/b.jar\n",
          StandardOpenOption.APPEND);
      start(pool);
      writeScript(
          "$JAVA_HOME/bin/java -Xmx64m some.Main",
          Map.of("CLASSPATH", "/conf:/fw/a.jar:/fw/b.jar:/job.jar"));

      assertThat(launch("exit 99")).isZero();

      assertThat(classPaths).hasSize(2);
      assertThat(classPaths.get(0)).hasSize(3).startsWith("/conf").endsWith("/job.jar");
      assertThat(classPaths.get(0).get(1)).matches(FrameworkToken::isToken);
      assertThat(classPaths.get(1)).containsExactly("/conf", "/fw/a.jar", "/fw/b.jar", "/job.jar");
      assertThat(metrics())
          .containsEntry("ContainersReused", 1L)
          .containsEntry("ContainersForked", 0L);
    }
  }

  @Test
  void shouldAskAgainForAContainerWhoseManagerDiedBeforeTheSlotGotIt() throws Exception {
    AtomicInteger launches = new AtomicInteger();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch && launches.incrementAndGet() == 1) {
            caller.say(assigned());
            caller.hangUp();
          } else if (message instanceof Message.Launch) {
            caller.say(new Message.Assigned(ID, 8, 3, slot.pid(), 0));
            caller.say(new Message.Exited(ID, 8, 5, "", 10, 20));
          } else if (message instanceof Message.Reattach question) {
            caller.say(
                new Message.Declined(
                    ID, question.lease(), FallbackReason.UNKNOWN_CONTAINER, "the slot has not it"));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool);
      writeScript();

      assertThat(launch("exit 99")).isEqualTo(5);

      assertThat(pool.heard()).contains(new Message.Reattach(ID, 7, slot.pid()));
      assertThat(pidFile()).hasContent(Long.toString(slot.pid()));
      assertThat(metrics())
          .containsEntry("ContainersReused", 1L)
          .containsEntry("ContainersForked", 0L)
          .containsEntry("ContainersLost", 0L);
    }
  }

  private static List<String> classPath(Message.Launch launch) {
    try {
      return launch.spec().program().decode().classPath();
    } catch (ProtocolException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldStillSignalThroughThePoolWhenTheContainerWasLost() throws Exception {
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            caller.say(assigned());
            caller.hangUp();
          } else if (message instanceof Message.Reattach) {
            caller.say(new Message.Declined(ID, 0, FallbackReason.UNKNOWN_CONTAINER, "not here"));
          } else if (message instanceof Message.Signal) {
            caller.say(new Message.Done());
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool);
      writeScript();

      assertThat(launch("exit 99")).isEqualTo(154);
      assertThat(metrics())
          .containsEntry("ContainersReused", 1L)
          .containsEntry("ContainersLost", 1L)
          .containsEntry("RequestToAssignedNumOps", 1L)
          .containsEntry("AssignedToRunningNumOps", 0L);

      assertThat(signal(Signal.KILL)).isTrue();
      assertThat(pool.heard()).contains(new Message.Signal(ID, ContainerSignal.KILL));
      assertThat(slot.isAlive()).isTrue();
    }
  }

  /** Obstacles that hold for root, too. */
  private static void block(java.nio.file.Path file) throws Exception {
    Files.createDirectories(file.resolve("obstacle"));
  }

  /** A pool that must see no launch; one that comes all the same ends at once. */
  private static void endAtOnce(Caller caller, Message message) {
    if (message instanceof Message.Launch) {
      caller.say(new Message.Exited(ID, 0, 99, "must not have been launched", 0, 20));
    }
  }

  private void assertForkedAndNothingLaunched(ScriptedPool pool, FallbackReason reason) {
    assertThat(pool.heard())
        .singleElement()
        .isInstanceOfSatisfying(
            Message.Fork.class, fork -> assertThat(fork.reason()).contains(reason));
    assertThat(metrics()).containsEntry("ContainersForked", 1L);
  }

  @Test
  void shouldForkBeforeMainWhenThePidFileCannotBeWritten() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, HpcReuseContainerExecutorTest::endAtOnce)) {
      start(pool);
      writeScript();
      block(pidFile().resolveSibling(ID + ".pid.tmp"));

      launch(": stock YARN cannot write its pid file either");

      assertForkedAndNothingLaunched(pool, FallbackReason.EXECUTOR_FAILURE);
      assertThat(marker()).doesNotExist();
    }
  }

  @Test
  void shouldKillAContainerWhosePidFileCannotBeWrittenAnyMore() throws Exception {
    AtomicReference<Caller> launcher = new AtomicReference<>();
    AtomicInteger reattached = new AtomicInteger();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch) {
            launcher.set(caller);
            caller.say(assigned());
          } else if (message instanceof Message.Reattach) {
            boolean again = reattached.incrementAndGet() < 20;
            caller.say(
                again
                    ? assigned()
                    : new Message.Declined(ID, 0, FallbackReason.CLASS_PATH, "given up"));
          } else if (message instanceof Message.Signal) {
            caller.say(new Message.Done());
            launcher.get().say(new Message.Exited(ID, 7, 137, "", 10, 20));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool);
      writeScript();
      block(pidFile());

      assertThat(launch("exit 99")).isEqualTo(137);

      assertThat(pool.heard()).contains(new Message.Signal(ID, ContainerSignal.KILL));
      assertThat(((ContainerDiagnosticsUpdateEvent) yarn.events().get(0)).getDiagnosticsUpdate())
          .contains("YARN cannot learn of its slot", pidFile().toString());
    }
  }

  @Test
  void shouldForkWhenTheFilesOfASlotsContainerCannotBeMade() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, HpcReuseContainerExecutorTest::endAtOnce)) {
      start(pool);
      writeScript();
      block(logDir().resolve("prelaunch.out"));

      assertThat(launch("exit 3")).isEqualTo(3);

      assertForkedAndNothingLaunched(pool, FallbackReason.EXECUTOR_FAILURE);
    }
  }

  @Test
  void shouldForkWhatIsTooLargeForThePool() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, HpcReuseContainerExecutorTest::endAtOnce)) {
      start(pool);
      writeScript("$JAVA_HOME/bin/java -Xmx64m some.Main", Map.of("LARGE", "x".repeat(5 << 20)));

      assertThat(launch("exit 3")).isEqualTo(3);

      assertForkedAndNothingLaunched(pool, FallbackReason.LAUNCH_TOO_LARGE);
    }
  }

  @Test
  void shouldForkWhenThePoolsPropertiesAreMalformed() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, HpcReuseContainerExecutorTest::endAtOnce)) {
      Files.writeString(pool.dir().resolve("pool.properties"), "hpc-reuse.slots=\\u00zz\n");
      start(pool);
      writeScript();

      assertThat(launch("exit 3")).isEqualTo(3);

      assertThat(metrics()).containsEntry("ForkedPoolDown", 1L);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hpc-reuse.pool.socket, /tmp/a-name-that-is-too-long/",
    "hpc-reuse.java-home, /nonexistent"
  })
  void shouldForkWhenAnOptionOfThePoolIsWrong(String option, String value) throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, HpcReuseContainerExecutorTest::endAtOnce)) {
      start(pool);
      writeScript();
      Files.writeString(
          pool.dir().resolve("pool.properties"),
          "hpc-reuse.java-home="
              + System.getProperty("java.home")
              + "\n"
              + option
              + "="
              + value
              + "x".repeat(200)
              + "\n");

      assertThat(launch("exit 3")).isEqualTo(3);

      assertThat(metrics()).containsEntry("ForkedPoolDown", 1L);
    }
  }

  @Test
  void shouldForgetTheOldSlotWhenARelaunchedContainerIsForked() throws Exception {
    try (ScriptedPool pool = new ScriptedPool(dir, (caller, message) -> caller.hangUp())) {
      start(pool);
      Files.writeString(pidFile(), slot.pid() + "\n");
      Files.writeString(marker(), "");
      executor.activateContainer(containerId, new Path(pidFile().toString()));

      assertThat(launch("ls " + dir.resolve("private") + " >" + dir.resolve("seen") + "; exit 7"))
          .isEqualTo(7);

      assertThat(marker()).doesNotExist();
      assertThat(Files.readString(dir.resolve("seen"))).doesNotContain(".slot");
      assertThat(Files.readString(pidFile(), StandardCharsets.UTF_8).strip())
          .isNotEqualTo(Long.toString(slot.pid()));
    }
  }

  @Test
  void shouldForkWhenThePoolHasRoomAndHoldItUntilTheProcessIsOver() throws Exception {
    java.nio.file.Path ran = dir.resolve("ran");
    AtomicBoolean early = new AtomicBoolean();
    BiConsumer<Caller, Message> script = (caller, message) -> early.set(Files.notExists(ran));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool);

      assertThat(launch(": >" + ran)).isZero();

      assertThat(metrics())
          .containsEntry("ContainersReused", 0L)
          .containsEntry("ContainersForked", 1L)
          .containsEntry("ForkedNotCaptured", 1L)
          .containsEntry("ForkRequestToLoadNumOps", 1L);
      await().untilTrue(early);
      assertThat(pool.heard()).hasSize(1);
      assertThat(pool.heard().get(0))
          .isInstanceOfSatisfying(
              Message.Fork.class,
              fork -> {
                assertThat(fork.containerId()).isEqualTo(ID);
                assertThat(fork.reason()).contains(FallbackReason.NOT_CAPTURED);
                assertThat(fork.memoryMb()).isPositive();
              });
      await().until(() -> pool.callers() == 0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "not-java, sleep 5, '', ''",
    "not-java, python3 -c 'print(1)', '', ''",
    "not-java, $JAVA_HOME/bin/jshell, '', ''",
    "shell-syntax, $JAVA_HOME/bin/java Main | cat, '', ''",
    "shell-syntax, $JAVA_HOME/bin/java Main && true, '', ''",
    "docker, $JAVA_HOME/bin/java Main, YARN_CONTAINER_RUNTIME_TYPE, docker"
  })
  void shouldForkWhatNoSlotCanRunAndSayWhy(String why, String command, String name, String value)
      throws Exception {
    java.nio.file.Path ran = dir.resolve("ran");
    try (ScriptedPool pool = new ScriptedPool(dir, (caller, message) -> {})) {
      start(pool);
      writeScript(command, name.isEmpty() ? Map.of() : Map.of(name, value));

      assertThat(launch(": >" + ran + "; exit 3")).isEqualTo(3);

      assertThat(ran).exists();
      assertThat(pool.heard())
          .singleElement()
          .isInstanceOfSatisfying(
              Message.Fork.class,
              fork -> assertThat(fork.reason().map(FallbackReason::key)).contains(why));
    }
  }

  @Test
  void shouldFailAContainerThatGetsNoSlotWhenAskedTo() throws Exception {
    java.nio.file.Path ran = dir.resolve("ran");
    BiConsumer<Caller, Message> script =
        (caller, message) ->
            caller.say(new Message.Declined(ID, 0, FallbackReason.POOL_BUSY, "4 of 4 busy"));
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool, "fail");
      writeScript();

      assertThat(launch(": >" + ran)).isEqualTo(1);

      assertThat(ran).doesNotExist();
      assertThat(yarn.events())
          .singleElement()
          .isInstanceOfSatisfying(
              ContainerDiagnosticsUpdateEvent.class,
              e -> assertThat(e.getDiagnosticsUpdate()).contains("pool-busy: 4 of 4 busy"));
    }
  }

  /** Another manager is on its way, or this one will have descriptors again. */
  @ParameterizedTest
  @CsvSource({"fork, mpi", "fail, ''"})
  void shouldAskAgainForAContainerThatIsNeverForkedWhenThePoolIsDown(String fallback, String mode)
      throws Exception {
    AtomicInteger launches = new AtomicInteger();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          if (message instanceof Message.Launch && launches.incrementAndGet() == 1) {
            caller.say(new Message.Declined(ID, 0, FallbackReason.POOL_DOWN, "no manager"));
          } else if (message instanceof Message.Launch) {
            caller.say(assigned());
            caller.say(new Message.Exited(ID, 7, 5, "", 10, 20));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool, fallback);
      writeScript("$JAVA_HOME/bin/java -Xmx64m some.Main", Map.of("HPC_REUSE_MODE", mode));

      assertThat(launch("exit 99")).isEqualTo(5);
    }
  }

  @Test
  void shouldWaitForASlotWithoutBoundWhenAskedTo() throws Exception {
    List<Message> launches = new CopyOnWriteArrayList<>();
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          launches.add(message);
          if (launches.size() == 1) {
            caller.say(
                new Message.Declined(
                    ID, 0, FallbackReason.DRAINING, "the pool gives out no more slots"));
          } else if (message instanceof Message.Launch) {
            caller.say(assigned());
            caller.say(new Message.Exited(ID, 7, 5, "", 10, 20));
          }
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool, "wait");
      writeScript();

      assertThat(launch("exit 99")).isEqualTo(5);

      assertThat(List.copyOf(launches).subList(0, 2))
          .allSatisfy(
              message -> assertThat(((Message.Launch) message).holdMs()).isEqualTo(Long.MAX_VALUE));
    }
  }

  @Test
  void shouldNotForkAContainerThatIsCancelledWhileItWaits() throws Exception {
    java.nio.file.Path ran = dir.resolve("ran");
    BiConsumer<Caller, Message> script =
        (caller, message) -> {
          executor.deactivateContainer(containerId);
          caller.say(new Message.Declined(ID, 0, FallbackReason.POOL_BUSY, "4 of 4 busy"));
        };
    try (ScriptedPool pool = new ScriptedPool(dir, script)) {
      start(pool, "wait");
      writeScript();

      assertThat(launch(": >" + ran)).isEqualTo(143);

      assertThat(ran).doesNotExist();
      assertThat(pool.heard()).noneMatch(Message.Fork.class::isInstance);
    }
  }

  @Test
  void shouldRefuseAnotherUsersContainerAndNotForkIt() throws Exception {
    java.nio.file.Path ran = dir.resolve("ran");
    try (ScriptedPool pool = new ScriptedPool(dir, (caller, message) -> {})) {
      start(pool);
      writeScript();

      assertThat(launch(": >" + ran, "somebody-else")).isEqualTo(1);

      assertThat(ran).doesNotExist();
      assertThat(pool.heard()).isEmpty();
      assertThat(metrics())
          .containsEntry("ContainersRefused", 1L)
          .containsEntry("RefusedWrongUser", 1L)
          .containsEntry("ContainersForked", 0L);
      assertThat(yarn.events())
          .singleElement()
          .isInstanceOfSatisfying(
              ContainerDiagnosticsUpdateEvent.class,
              e -> assertThat(e.getDiagnosticsUpdate()).contains("wrong-user"));
    }
  }
}
