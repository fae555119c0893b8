/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.usage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.nodemanager.files.LocalFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which containers run, or ran, in a slot. It is remembered for a while after their end, because
 * YARN signals a container after it has ended, with the slot's pid, when the slot may hold another
 * container already. A marker file beside the pid file carries it over a NodeManager restart.
 * Thread-safe.
 */
public final class ContainerModes {
  /** Where a container is. */
  public enum Mode {
    IN_SLOT,
    SLOT_ENDED,
    FORKED
  }

  private static final Logger LOG = LoggerFactory.getLogger(ContainerModes.class);
  private static final int REMEMBERED = 20_000;
  private final Map<String, Mode> modes = Collections.synchronizedMap(new RecentMap<>(REMEMBERED));

  public void set(String containerId, Mode mode) {
    modes.put(containerId, mode);
  }

  public Optional<Mode> find(String containerId) {
    return Optional.ofNullable(modes.get(containerId));
  }

  public boolean isSlotContainer(String containerId) {
    Mode mode = modes.get(containerId);
    return mode == Mode.IN_SLOT || mode == Mode.SLOT_ENDED;
  }

  /** Takes a container up from its marker file, unless this process has seen it before. */
  public void recall(String containerId, Path pidFile) {
    if (!Files.exists(marker(pidFile))) {
      return;
    }
    modes.putIfAbsent(containerId, Mode.IN_SLOT);
    try {
      SlotBaseline.know(Long.parseLong(Files.readString(pidFile).strip()));
    } catch (IOException | NumberFormatException e) {
      LOG.debug("{}: had no slot yet, or its slot is gone", containerId, e);
    }
  }

  public void mark(Path pidFile) throws IOException {
    LocalFiles.writeAtomically(marker(pidFile), "");
  }

  /**
   * A container is to be forked, now or soon, whatever it was before. The pid of the slot it had
   * goes first, before it could be taken for the forked process's.
   */
  public void leaveSlot(String containerId, Path pidFile) throws IOException {
    Files.deleteIfExists(pidFile);
    Files.deleteIfExists(marker(pidFile));
    modes.put(containerId, Mode.FORKED);
  }

  private static Path marker(Path pidFile) {
    return pidFile.resolveSibling(pidFile.getFileName() + ".slot");
  }
}
