/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerMark;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.Uninterrupted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A container whose end no pool manager tells. Its end is reported when nothing of it can act any
 * more: YARN starts it again elsewhere then. So the slot's process is ended here, if need be, and
 * what the container has started.
 *
 * <p>A slot works in the directory of its container, and the kernel shows that. A slot that works
 * in another container's directory has moved on and is left alone; that is looked at right before
 * each kill.
 */
final class LostContainer {
  private static final Logger LOG = LoggerFactory.getLogger(LostContainer.class);

  /** How YARN names a container, and with it the container's working directory. */
  private static final Pattern YARN_ID = Pattern.compile("container_[0-9e_]+");

  private final String containerId;
  private final ContainerMark mark;

  /**
   * For one container.
   *
   * @param workDir its working directory; empty when it is not known
   */
  LostContainer(String containerId, String workDir) {
    this.containerId = containerId;
    mark = new ContainerMark(containerId, workDir);
  }

  /**
   * Ends what is left of the container, and waits until it is gone.
   *
   * @param slot the process of its slot, unless a manager knows that it is in none
   * @return what has been done, in words for YARN's diagnostics; empty when nothing was left
   */
  String end(Optional<ProcessIdentity> slot, Uninterrupted waits) {
    Set<Long> ended = new LinkedHashSet<>();
    long deadline = System.nanoTime() + Bounds.GONE.toNanos();
    List<ProcessIdentity> left;
    do {
      left = new ArrayList<>();
      for (ProcessIdentity process : slot.stream().toList()) {
        if (!process.isGone() && !hasMovedOn(process)) {
          process.kill();
          left.add(process);
        }
      }
      for (ProcessIdentity process : marked(deadline, waits)) {
        // The slot may have got another container since the look.
        boolean isSlot = slot.filter(process::equals).isPresent();
        if (!left.contains(process) && !(isSlot && hasMovedOn(process))) {
          process.kill();
          left.add(process);
        }
      }
      left.forEach(process -> ended.add(process.pid()));
      if (!left.isEmpty()) {
        waits.pause(Bounds.GONE_LOOK);
      }
    } while (!left.isEmpty() && System.nanoTime() - deadline < 0);
    left.removeIf(ProcessIdentity::isGone);
    if (!left.isEmpty()) {
      // What waits for a disk cannot act.
      LOG.error("{}: not gone {} ms after SIGKILL: {}", containerId, Bounds.GONE.toMillis(), left);
    }
    return ended.isEmpty()
        ? ""
        : "; no manager has ended it, so processes " + ended + " are killed";
  }

  /** In a thread that may stay behind: the environment of a process that hangs cannot be read. */
  private List<ProcessIdentity> marked(long deadline, Uninterrupted waits) {
    FutureTask<List<ProcessIdentity>> look = new FutureTask<>(mark::processes);
    Thread thread = new Thread(look, "hpc-reuse-remains-" + containerId);
    thread.setDaemon(true);
    thread.start();
    while (true) {
      try {
        return look.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        waits.putAside();
      } catch (ExecutionException e) {
        LOG.warn("{}: the processes of this node cannot be listed", containerId, e);
        return List.of();
      } catch (TimeoutException e) {
        LOG.error(
            "{}: the processes of this node are not listed within {} ms",
            containerId,
            Bounds.GONE.toMillis());
        return List.of();
      }
    }
  }

  private boolean hasMovedOn(ProcessIdentity slot) {
    try {
      Path name =
          Files.readSymbolicLink(Path.of("/proc", Long.toString(slot.pid()), "cwd")).getFileName();
      return name != null
          && YARN_ID.matcher(name.toString()).matches()
          && !name.toString().equals(containerId);
    } catch (IOException e) {
      LOG.debug("{}: {} is on its way out", containerId, slot, e);
      return false;
    }
  }
}
