/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real pool, which all test classes share that ask for the same options: by default one slot of
 * 256 MiB, untrained, and no spare. A class finds all slots free, and whatever the classes before
 * it have left: it counts from what it finds. A class whose tests need a fresh pool, count from
 * zero or kill a part of the pool has its {@link #own}.
 *
 * <p>A pool ends with the test run, with the class in which a test has failed, or when too many
 * others have been used since. It is a failure when anything of it is left then: a process, a
 * socket, a mount, a file in memory or among temporary files. Its directory stays under target/it
 * when a test has failed.
 */
public final class PoolExtension implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  /** So many pools live at a time; an idle slot takes 300 MiB. */
  private static final int AT_ONCE = 6;

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PoolExtension.class);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Mpi mpi;
  private final Map<String, String> settings = new TreeMap<>();
  private final List<Launched> launched = new ArrayList<>();
  private boolean own;
  private PoolProcess process;

  private PoolExtension(Mpi mpi) {
    this.mpi = mpi;
  }

  public static PoolExtension with(Mpi mpi) {
    return new PoolExtension(mpi);
  }

  /** Sets an option of the pool. */
  public PoolExtension set(Option<?> option, String value) {
    settings.put(option.key(), value);
    return this;
  }

  /** Lets the class have the pool for itself. */
  public PoolExtension own() {
    own = true;
    return this;
  }

  /** Whether one process of a slot runs container after container. */
  public boolean sameProcess() {
    return !"single-use".equals(settings.get(Options.ISOLATION.key()));
  }

  /** The JDK its slots run on. */
  public Path javaHome() {
    String home = settings.get(Options.JAVA_HOME.key());
    return home == null ? Installation.javaHome() : Path.of(home);
  }

  /** The pools that live, by what they were asked for; the one used longest ago is the first. */
  private static final class Pools implements ExtensionContext.Store.CloseableResource {
    private final Map<String, PoolProcess> living = new LinkedHashMap<>();

    static Pools of(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(Pools.class, key -> new Pools(), Pools.class);
    }

    void put(String key, PoolProcess process) throws IOException, InterruptedException {
      living.put(key, process);
      while (living.size() > AT_ONCE) {
        end(living.keySet().iterator().next());
      }
    }

    void end(String key) throws IOException, InterruptedException {
      living.remove(key).close();
    }

    @Override
    public void close() throws IOException, InterruptedException {
      while (!living.isEmpty()) {
        end(living.keySet().iterator().next());
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    Pools pools = Pools.of(context);
    process = pools.living.remove(key(context));
    if (process == null) {
      process = PoolProcess.start(name(context), mpi, settings);
      pools.put(key(context), process);
      awaitReady();
      process.started();
    } else {
      pools.put(key(context), process);
      awaitAllFree();
    }
  }

  private String key(ExtensionContext context) {
    return own ? name(context) : mpi + " " + settings;
  }

  private static String name(ExtensionContext context) {
    Class<?> test = context.getRequiredTestClass();
    return test.getName().substring(test.getPackageName().length() + 1).replace('$', '.');
  }

  private void awaitReady() {
    Waits.until("all slots and spares of " + dir() + " to be ready")
        .atMost(Waits.START)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              assertThat(process.isAlive()).as("pool manager: %s", process.lastLines()).isTrue();
              return isReady(status());
            });
  }

  private static boolean isReady(JsonNode status) {
    boolean ready = true;
    for (JsonNode slot : status.get("slots")) {
      ready &= slot.get("state").asText().equals("FREE");
    }
    for (JsonNode spare : status.get("spares")) {
      ready &= spare.get("state").asText().equals("SPARE");
    }
    return ready;
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    noteFailure(context);
    process.temporary().note();
    for (Launched container : launched) {
      container.close();
    }
    launched.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (process != null) {
      noteFailure(context);
      if (own || process.hasFailed()) {
        Pools.of(context).end(key(context));
      }
    }
  }

  private void noteFailure(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      process.fail();
    }
  }

  /** Files in memory and temporary directories that the pool's processes use now, or have used. */
  public Set<Path> temporaryFiles() {
    process.temporary().note();
    return process.temporary().noted();
  }

  /** Ends the pool manager as a crash would; slots and their containers stay. */
  public void killManager() throws InterruptedException {
    process.kill();
  }

  /** Starts a pool manager in the place of one that was killed, and waits until it answers. */
  public void startManager() throws IOException {
    process.startAgain();
    Waits.until("a new pool manager")
        .atMost(Waits.START)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> status().has("slots"));
  }

  public PoolFiles files() {
    return process.files();
  }

  /** What the manager has logged. */
  public Path managerLog() {
    return process.managerLog();
  }

  /** What all slot processes have logged. */
  public String slotLogs() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> logs = Files.list(files().logs())) {
      for (Path log : logs.filter(PoolExtension::isSlotLog).sorted().toList()) {
        text.append(Files.readString(log));
      }
    }
    return text.toString();
  }

  private static boolean isSlotLog(Path file) {
    return file.getFileName().toString().matches("slot-[0-9]+-[0-9]+\\.log");
  }

  /** A directory for the tests' own files; gone with the pool unless a test fails. */
  public Path dir() {
    return process.dir();
  }

  /** A container that runs this program, with a working directory and log files of its own. */
  public Container container(Class<?> program) throws IOException {
    return process.container(program.getName());
  }

  /** From now on containers belong to another application. */
  public void nextApplication() {
    process.nextApplication();
  }

  /** Sends a container to the pool; it waits for a slot at most {@link Waits#SOON}. */
  public Launched launch(Container container) throws IOException, TimeoutException {
    return launch(container, Waits.SOON);
  }

  /** Sends a container to the pool. */
  public Launched launch(Container container, Duration hold) throws IOException, TimeoutException {
    Launched handle = Launched.send(this, container, hold);
    launched.add(handle);
    return handle;
  }

  /** Takes up a container as an executor does whose connection has broken. */
  public Launched reattach(Container container) throws IOException, TimeoutException {
    Launched handle = Launched.again(this, container);
    launched.add(handle);
    return handle;
  }

  /** Runs a container to its end. */
  public Outcome run(Container container) throws IOException, TimeoutException {
    return launch(container).outcome();
  }

  /** What {@code status --json} shows. */
  public JsonNode status() throws IOException, TimeoutException {
    return JSON.readTree(((Message.Text) ask(new Message.StatusQuery())).text());
  }

  /** Lets all living ranks add up. */
  public JsonNode mpiCheck() throws IOException, TimeoutException {
    Message answer = ask(new Message.MpiCheckQuery(Waits.SOON.toMillis()));
    return JSON.readTree(((Message.Text) answer).text());
  }

  /** What {@code audit --json} shows of each slot, without waiting for busy ones. */
  public List<JsonNode> audit() throws IOException, TimeoutException {
    return audit("");
  }

  /** As {@link #audit()}, with heap dumps of slots whose container loaders live. */
  public List<JsonNode> audit(String heapDumpDir) throws IOException, TimeoutException {
    List<JsonNode> slots = new ArrayList<>();
    try (MessageChannel channel = connect(Message.Role.ADMIN)) {
      channel.send(new Message.AuditQuery(0, heapDumpDir), Waits.SOON);
      while (channel.receive(Waits.START) instanceof Message.Text text) {
        slots.add(JSON.readTree(text.text()));
      }
    }
    return slots;
  }

  /** Asks as the command line does. */
  public Message ask(Message question) throws IOException, TimeoutException {
    return ask(Message.Role.ADMIN, question);
  }

  /** Signals a container as the executor does. */
  public Message signal(String containerId, ContainerSignal signal)
      throws IOException, TimeoutException {
    return ask(Message.Role.EXECUTOR, new Message.Signal(containerId, signal));
  }

  private Message ask(Message.Role role, Message question) throws IOException, TimeoutException {
    try (MessageChannel channel = connect(role)) {
      channel.send(question, Waits.SOON);
      return channel.receive(Waits.START);
    }
  }

  MessageChannel connect(Message.Role role) throws IOException, TimeoutException {
    return MessageChannel.connect(files(), role, Waits.SOON);
  }

  /** The status of one slot. */
  public JsonNode slot(int number) throws IOException, TimeoutException {
    return status().get("slots").get(number);
  }

  /** Whether every slot and spare is free. */
  public boolean isReady() throws IOException, TimeoutException {
    return isReady(status());
  }

  /** Waits until every slot has initialised what it can of the framework. */
  public void awaitWarmedUp() {
    Waits.until("all slots of " + dir() + " to be warmed up")
        .atMost(Waits.START)
        .until(() -> isWarmedUp(status()));
  }

  /** A slot reports growth from then on. */
  private static boolean isWarmedUp(JsonNode status) {
    return StreamSupport.stream(status.get("slots").spliterator(), false)
        .noneMatch(slot -> slot.get("growth").isEmpty());
  }

  /** Waits until every slot and spare is free again. */
  public void awaitAllFree() {
    Waits.until("all slots of " + dir() + " to be free")
        .atMost(Waits.START)
        .until(() -> isReady(status()));
  }
}
