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
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.hpcreuse.it.harness.Scratch;
import org.hpcreuse.it.harness.Teardown;
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
 * A real pool for one test class. After the class it is ended, and the class fails when anything of
 * it is left: a process, a socket, a mount, a file in memory or among temporary files. The
 * directory stays under target/it when a test has failed.
 */
public final class PoolExtension implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Mpi mpi;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final AtomicInteger containers = new AtomicInteger();
  private final AtomicInteger application = new AtomicInteger(1);
  private final List<Launched> launched = new ArrayList<>();
  private Scratch scratch;
  private PoolProcess process;
  private Teardown.Action teardown;
  private boolean failed;

  private PoolExtension(Mpi mpi) {
    this.mpi = mpi;
  }

  /** A pool of two slots of 256 MiB and a spare, which are not trained. */
  public static PoolExtension with(Mpi mpi) {
    return new PoolExtension(mpi).set(Options.TRAINING, "off");
  }

  /** Sets an option of the pool. */
  public PoolExtension set(Option<?> option, String value) {
    settings.put(option.key(), value);
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    scratch = Scratch.forClass(context.getRequiredTestClass().getSimpleName());
    failed = true;
    process = PoolProcess.start(scratch, mpi, settings);
    teardown = process::end;
    Teardown.pending(teardown);
    awaitReady();
    process.temporary().note();
    failed = false;
  }

  private void awaitReady() {
    Waits.until("all slots and spares of " + scratch.dir() + " to be ready")
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
    failed |= context.getExecutionException().isPresent();
    process.temporary().note();
    for (Launched container : launched) {
      container.close();
    }
    launched.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    failed |= context.getExecutionException().isPresent();
    List<String> left = new ArrayList<>();
    if (process != null) {
      Teardown.done(teardown);
      left.addAll(process.end());
    }
    scratch.removeSocketDir().forEach(file -> left.add("socket directory holds " + file));
    if (!failed && left.isEmpty()) {
      scratch.delete();
    }
    assertThat(left).as("left over by the pool in %s", scratch.dir()).isEmpty();
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
    return PoolProcess.managerLog(scratch);
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

  /** A directory for the test's own files; gone after the class unless a test fails. */
  public Path dir() {
    return scratch.dir();
  }

  /** A container that runs this program, with a working directory and log files of its own. */
  public Container container(Class<?> program) throws IOException {
    return new Container(
        scratch.dir(), application.get(), containers.incrementAndGet(), program.getName());
  }

  /** From now on containers belong to another application. */
  public void nextApplication() {
    application.incrementAndGet();
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
    Waits.until("all slots of " + scratch.dir() + " to be warmed up")
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
    Waits.until("all slots of " + scratch.dir() + " to be free")
        .atMost(Waits.START)
        .until(() -> isReady(status()));
  }
}
