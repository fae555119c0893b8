/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.hpcreuse.nodemanager.files.PidFile;
import org.hpcreuse.nodemanager.usage.ContainerModes;
import org.hpcreuse.nodemanager.usage.ContainerModes.Mode;
import org.hpcreuse.nodemanager.usage.SlotBaseline;
import org.hpcreuse.protocol.wire.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens in the NodeManager while one container is in a slot: pid file, mode, charge. */
public final class SlotAttempt implements SlotRun.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(SlotAttempt.class);
  private final String containerId;
  private final Path pidPath;
  private final PidFile pidFile;
  private final ContainerModes modes;
  private final BooleanSupplier cancelled;
  private Optional<Message.Assigned> assigned = Optional.empty();
  private Optional<SlotBaseline> baseline = Optional.empty();

  public SlotAttempt(
      String containerId, Path pidFile, ContainerModes modes, BooleanSupplier cancelled) {
    this.containerId = containerId;
    this.pidPath = pidFile;
    this.pidFile = new PidFile(pidFile);
    this.modes = modes;
    this.cancelled = cancelled;
  }

  String containerId() {
    return containerId;
  }

  /**
   * The marker comes before the pid file: a pid without it would be taken for a process's own.
   *
   * @throws IOException when it cannot be kept in a file that the container is in a slot
   */
  public void begin() throws IOException {
    modes.set(containerId, Mode.IN_SLOT);
    modes.mark(pidPath);
    pidFile.reserve();
  }

  /**
   * Measures the slot before the pid file shows it to YARN. A container that is found again in its
   * slot keeps what it has been charged with.
   */
  @Override
  public void assigned(Message.Assigned given) throws IOException {
    if (assigned.isEmpty()) {
      baseline = measure(given.slotPid());
      pidFile.write(given.slotPid());
    }
    assigned = Optional.of(given);
    LOG.info(
        "{} runs in slot {}, pid {}, lease {}",
        containerId,
        given.slot(),
        given.slotPid(),
        given.lease());
  }

  private Optional<SlotBaseline> measure(long slotPid) {
    try {
      return Optional.of(SlotBaseline.begin(slotPid));
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: slot pid {} cannot be measured", containerId, slotPid, e);
      return Optional.empty();
    }
  }

  @Override
  public boolean cancelled() {
    return cancelled.getAsBoolean();
  }

  /** The container is over. The pid file stays: YARN's clean-up waits for it and deletes it. */
  public void end() {
    modes.set(containerId, Mode.SLOT_ENDED);
    baseline.ifPresent(SlotBaseline::end);
    if (assigned.isEmpty()) {
      discardDraft();
    }
  }

  private void discardDraft() {
    try {
      pidFile.discard();
    } catch (IOException e) {
      LOG.warn("{}: left beside {}", containerId, pidPath, e);
    }
  }

  /**
   * Nobody knows whether the container is over. Its mode stays, so that YARN's signals still go to
   * the pool, which may have it after all.
   */
  void lost() {
    baseline.ifPresent(SlotBaseline::end);
  }

  /** The container has not run: it may be forked now. */
  void undo() throws IOException {
    baseline.ifPresent(SlotBaseline::end);
    discardDraft();
    modes.leaveSlot(containerId, pidPath);
  }
}
