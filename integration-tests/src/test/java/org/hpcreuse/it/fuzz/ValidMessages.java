/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;

/**
 * What a role may rightly say to a pool without MPI that has one slot of 256 MiB, and what has no
 * lasting effect there: containers too large for it, slots that it does not have.
 */
final class ValidMessages {
  /** In environment, properties and arguments; it must never be seen anywhere else. */
  static final String CANARY = "canary-9f2c41";

  private static final int TOO_LARGE_MB = 100_000;
  private static final int NO_SLOT = 77;

  private final RandomGenerator random;
  private final Map<Message.Role, List<Supplier<Message>>> byRole =
      Map.of(
          Message.Role.EXECUTOR,
          List.of(
              this::launch,
              () -> new Message.Collected(id(), 1),
              () -> new Message.Fork(id(), Optional.of(FallbackReason.OPTED_OUT), 640),
              () -> new Message.Reattach(id(), 1, 1),
              () -> new Message.WatchRanks(),
              () -> new Message.Signal(id(), ContainerSignal.TERM)),
          Message.Role.ADMIN,
          List.of(
              Message.StatusQuery::new,
              () -> new Message.MpiCheckQuery(1_000),
              () -> new Message.AuditQuery(0, ""),
              () -> new Message.Retire(NO_SLOT),
              Message.UndoDrain::new),
          Message.Role.SLOT,
          List.of(
              ValidMessages::slotHello,
              () -> new Message.SlotReturn(slotHello(), List.of(lastLease()), Long.MAX_VALUE),
              () -> new Message.Running(1, 5),
              () -> new Message.Exited(id(), 1, 0, "", 5, 6),
              () -> new Message.Released(1, "", 10, 0)));

  ValidMessages(RandomGenerator random) {
    this.random = random;
  }

  /** One of them. */
  Message of(Message.Role role) {
    List<Supplier<Message>> kinds = byRole.get(role);
    return kinds.get(random.nextInt(kinds.size())).get();
  }

  private String id() {
    return "container_" + (1 + random.nextInt(3));
  }

  private Message launch() {
    JavaProgram program =
        new JavaProgram(
            Map.of("PATH", "/bin", "PASSWORD", CANARY),
            Map.of("password", CANARY),
            List.of(Path.of("/nonexistent/a.jar").toString()),
            "org.example.Main",
            List.of("--password", CANARY),
            "",
            "");
    return new Message.Launch(
        new LaunchSpec(id(), "/nonexistent", TOO_LARGE_MB, Encoded.of(program)), 0);
  }

  private static Message.SlotHello slotHello() {
    return new Message.SlotHello(0, 256, "", "process-0.log", "");
  }

  private Message.SlotReturn.LastLease lastLease() {
    return new Message.SlotReturn.LastLease(1, id(), "/nonexistent");
  }

  /** Whether a pool that hears this from this role would rightly do something that lasts. */
  static boolean hasEffect(Message.Role role, Message message) {
    return switch (role) {
      case EXECUTOR ->
          message instanceof Message.Launch launch && launch.spec().heapMb() < TOO_LARGE_MB;
      case ADMIN ->
          message instanceof Message.Shutdown
              || message instanceof Message.Drain
              || (message instanceof Message.Retire retire && retire.slot() == 0);
      case SLOT -> false;
    };
  }
}
