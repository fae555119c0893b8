/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.hpcreuse.nodemanager.ContainerModes.Mode;
import org.hpcreuse.protocol.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens in the NodeManager while one container is in a slot: pid file, mode, charge. */
final class SlotAttempt implements SlotRun.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(SlotAttempt.class);
  private final String containerId;
  private final Path pidFile;
  private final ContainerModes modes;
  private final BooleanSupplier cancelled;
  private Optional<Message.Assigned> assigned = Optional.empty();
  private long assignedMs;

  SlotAttempt(String containerId, Path pidFile, ContainerModes modes, BooleanSupplier cancelled) {
    this.containerId = containerId;
    this.pidFile = pidFile;
    this.modes = modes;
    this.cancelled = cancelled;
  }

  /** The marker comes before the pid file: a pid without it would be taken for a process's own. */
  void begin() throws IOException {
    modes.set(containerId, Mode.IN_SLOT);
    modes.mark(pidFile);
  }

  @Override
  public void assigned(Message.Assigned given) throws IOException {
    if (assigned.isEmpty()) {
      assignedMs = System.currentTimeMillis();
      LocalFiles.writeAtomically(pidFile, Long.toString(given.slotPid()) + "\n");
    }
    assigned = Optional.of(given);
    try {
      SlotUsage.begin(given.slotPid());
    } catch (IOException e) {
      LOG.warn("{}: slot pid {} cannot be measured", containerId, given.slotPid(), e);
    }
    LOG.info("{} runs in slot {}, pid {}", containerId, given.slot(), given.slotPid());
  }

  @Override
  public boolean cancelled() {
    return cancelled.getAsBoolean();
  }

  /** The container is over. The pid file stays: YARN's clean-up waits for it and deletes it. */
  void end() {
    modes.set(containerId, Mode.SLOT_ENDED);
    assigned.ifPresent(a -> SlotUsage.end(a.slotPid()));
  }

  /**
   * The container has not run: it may be forked now. The slot's pid goes first, before it could be
   * taken for the forked process's.
   */
  void undo() throws IOException {
    Files.deleteIfExists(pidFile);
    modes.unmark(pidFile);
    modes.set(containerId, Mode.FORKED);
    assigned.ifPresent(a -> SlotUsage.end(a.slotPid()));
  }

  int slot() {
    return assigned.map(Message.Assigned::slot).orElse(-1);
  }

  /** When the slot was assigned, milliseconds since the epoch; 0 = never. */
  long assignedMs() {
    return assignedMs;
  }
}
