/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.SharedApiLoader;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.agent.ModuleAccess;
import org.hpcreuse.cleanup.hadoop.ContainerServices;
import org.hpcreuse.cleanup.hadoop.DefaultResources;
import org.hpcreuse.cleanup.initializer.ReadOnceState;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.pool.slot.container.ContainerRun;
import org.hpcreuse.pool.slot.container.DeclinedException;
import org.hpcreuse.pool.slot.context.ClientCommands;
import org.hpcreuse.pool.slot.extension.ExtensionFailure;
import org.hpcreuse.pool.slot.framework.FrameworkClassPath;
import org.hpcreuse.pool.slot.process.StepTimes;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.ProtocolException;

/**
 * Prepares the slot for one container after the other, up to main(). It keeps nothing of a
 * container.
 *
 * <p>Failure: a container that the slot cannot prepare for is declined, and the slot restores what
 * it has changed. When that fails, or MPI does, the reason is {@link FallbackReason#SLOT_PREPARE},
 * upon which the manager retires the slot.
 */
final class ContainerSetup {
  private final SlotParts parts;

  ContainerSetup(SlotParts parts) {
    this.parts = parts;
  }

  /**
   * Makes the container's loader, its view of MPI and its process context. Runs in the thread
   * {@code slot-runner}.
   *
   * @param times receives those of its steps
   * @throws DeclinedException when the slot does not take the container
   */
  ContainerRun prepare(LaunchSpec spec, StepTimes times) throws DeclinedException {
    long at = System.nanoTime();
    ClientCommands.Accepted asked = asked(spec);
    at = times.addSince("program", at);
    FrameworkClassPath.Expanded classPath = classPath(asked.program());
    JavaProgram program = asked.program().withClassPath(classPath.names());
    ContainerRun container = container(spec.withHeapMb(asked.heapMb()), program, classPath.paths());
    at = times.addSince("class path", at);
    if (!container.ownFramework().isEmpty()) {
      parts
          .log()
          .info(spec.containerId() + " loads a framework of its own: " + container.ownFramework());
    }
    parts.processContext().remember();
    try {
      parts.membership().prepare(program.environment());
    } catch (ExtensionFailure | RuntimeException | LinkageError e) {
      parts.log().warn("not prepared for " + spec.containerId(), e);
      throw new DeclinedException(FallbackReason.SLOT_PREPARE, e.toString());
    }
    at = times.addSince("MPI", at);
    try {
      parts.processContext().apply(spec.workDir(), program);
      prepareJvm(container.loader(), program.jvm());
      ReadOnceState.forget();
      times.addSince("process-context", at);
    } catch (RuntimeException | ReflectiveOperationException e) {
      String left = undo(container);
      throw left.isEmpty()
          ? new DeclinedException(FallbackReason.PROCESS_CONTEXT, e.getMessage())
          : new DeclinedException(
              FallbackReason.SLOT_PREPARE, e.getMessage() + "; not undone: " + left);
    }
    return container;
  }

  /** Nothing of the slot has changed before this is over. */
  private ClientCommands.Accepted asked(LaunchSpec spec) throws DeclinedException {
    JavaProgram program;
    try {
      program = spec.program().decode();
    } catch (ProtocolException e) {
      throw new DeclinedException(FallbackReason.MALFORMED_LAUNCH, e.getMessage());
    }
    Optional<String> defect = program.defect();
    if (defect.isPresent()) {
      throw new DeclinedException(FallbackReason.MALFORMED_LAUNCH, defect.get());
    }
    if (program.client().isEmpty()) {
      return new ClientCommands.Accepted(program, spec.heapMb());
    }
    try {
      return parts.clients().read(program, program.client().orElseThrow(), Path.of(spec.workDir()));
    } catch (NotEligibleException e) {
      throw new DeclinedException(e.reason().kind(), e.reason().detail());
    } catch (IOException e) {
      throw new DeclinedException(FallbackReason.CLASS_PATH, e.toString());
    }
  }

  /** An executor that names other files than the slot has loaded hears so, and spells them out. */
  private FrameworkClassPath.Expanded classPath(JavaProgram program) throws DeclinedException {
    return parts
        .frameworks()
        .classPath()
        .expand(program.classPath())
        .orElseThrow(
            () ->
                new DeclinedException(
                    FallbackReason.FRAMEWORK_CHANGED,
                    "its class path names other files of the framework than the slot has loaded"));
  }

  private ContainerRun container(LaunchSpec spec, JavaProgram program, List<Path> classPath)
      throws DeclinedException {
    try {
      return new ContainerRun(
          spec,
          program,
          classPath,
          parts.framework().loader(),
          parts.framework().preload().reads()::differing,
          parts.isolation() == Options.Isolation.SHARED,
          parts.containerLoaders(),
          parts.threads());
    } catch (IOException e) {
      throw new DeclinedException(FallbackReason.CLASS_PATH, e.toString());
    }
  }

  /** Does what can be done for the options of the container's java command. */
  private void prepareJvm(ContainerLoader loader, JvmRequest jvm) {
    List<ClassLoader> first = new ArrayList<>(List.of(loader));
    if (parts.isolation() == Options.Isolation.FULL) {
      first.add(parts.framework().loader());
    }
    ModuleAccess access =
        Agent.give(jvm.opens(), jvm.exports(), ContainerSetup::isOfContainer, first);
    access.warnings().forEach(System.err::println);
    if (!jvm.withoutEffect().isEmpty()) {
      System.err.println(
          "hpc-reuse: without effect in a slot: " + String.join(" ", jvm.withoutEffect()));
    }
  }

  private static boolean isOfContainer(ClassLoader loader) {
    return loader != null
        && loader != ContainerSetup.class.getClassLoader()
        && !(loader instanceof FrameworkLoader)
        && !(loader instanceof SharedApiLoader);
  }

  /** Returns what is not as it was, or nothing. */
  private String undo(ContainerRun container) {
    try {
      parts.processContext().takeStreams();
      String left = parts.processContext().undo();
      Agent.giveNoMore();
      parts.containerLoaders().done(container.loader(), "its container could not start");
      parts.membership().release();
      return left;
    } catch (IOException | ReflectiveOperationException | ExtensionFailure | RuntimeException e) {
      return e.toString();
    }
  }

  /**
   * Starts the container, as {@link ContainerRun#start}, with the framework set up for it first.
   *
   * @param times receives those of its steps
   */
  long start(ContainerRun container, StepTimes times) throws InterruptedException {
    long starting = System.nanoTime();
    AtomicLong bound = new AtomicLong(starting);
    long runningAt =
        container.start(
            () -> {
              long at = times.addSince("hand-over to the main thread", starting);
              bindFramework(container);
              bound.set(times.addSince("framework", at));
            });
    times.addSince("main class", bound.get());
    return runningAt;
  }

  /**
   * Does what the framework's own initialisers would do with the container's resources, unless the
   * container does not use the slot's framework. Runs in the container's main thread before main();
   * a failure is logged, and the container runs.
   */
  private void bindFramework(ContainerRun container) {
    if (!container.seesFramework()) {
      return;
    }
    try {
      parts.framework().baseline().statics().giveOwnValues();
      if (container.isClient()) {
        DefaultResources.bind(parts.framework().classes(), container.loader());
      }
      ContainerServices.bind(parts.framework().classes(), container.loader());
      parts.framework().logging().configure(container.loader(), System.getProperties());
    } catch (Exception | LinkageError e) {
      parts
          .log()
          .info(
              container.spec().containerId()
                  + ": the framework is not set up for it: "
                  + Redacted.failure(e));
    }
  }
}
