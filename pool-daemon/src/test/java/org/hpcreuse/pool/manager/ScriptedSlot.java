/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;

/**
 * A slot's process as the manager sees it, without anything inside: {@code ScriptedSlot POOL_DIR
 * HEAP_MB [PROCESS]}. A container whose main class is {@code Forever} does not end; one called
 * {@code Halt} takes the process with it; all others exit with status 0.
 */
final class ScriptedSlot {
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final MessageChannel manager;

  private ScriptedSlot(MessageChannel manager) {
    this.manager = manager;
  }

  public static void main(String[] args) throws IOException, TimeoutException {
    PoolFiles files = PoolFiles.open(Path.of(args[0]));
    String rank = System.getenv("OMPI_COMM_WORLD_RANK");
    int number = Integer.parseInt(args.length > 2 ? args[2] : rank);
    try (MessageChannel manager = MessageChannel.connect(files, Message.Role.SLOT, WAIT)) {
      String mpi = args.length > 2 ? "" : "scripted";
      String framework = FrameworkFingerprint.of(files.get(Options.FRAMEWORK_CLASSPATH));
      manager.send(
          new Message.SlotHello(number, Integer.parseInt(args[1]), mpi, "scripted.log", framework),
          WAIT);
      new ScriptedSlot(manager).serve();
    } catch (EOFException e) {
      System.err.println("the manager is gone");
    }
  }

  private void serve() throws IOException, TimeoutException {
    while (true) {
      Message message = manager.receive(WAIT);
      if (message instanceof Message.Run run) {
        run(run);
      } else if (message instanceof Message.MpiCheck check) {
        manager.send(new Message.MpiChecked(check.checkId(), sum(check.numbers()), ""), WAIT);
      } else if (message instanceof Message.Leave) {
        return;
      }
    }
  }

  private void run(Message.Run run) throws IOException, TimeoutException {
    String id = run.spec().containerId();
    manager.send(new Message.Running(run.lease(), 1), WAIT);
    switch (run.spec().program().decode().mainClass()) {
      case "Forever" -> {}
      case "Halt" -> Runtime.getRuntime().halt(0);
      default -> {
        manager.send(new Message.Exited(id, run.lease(), 0, "", 1, 2), WAIT);
        manager.send(new Message.Released(run.lease(), "", 1, 0), WAIT);
      }
    }
  }

  private static long sum(List<Integer> numbers) {
    return numbers.stream().mapToLong(process -> process + 1L).sum();
  }
}
