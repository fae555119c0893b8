/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.jvm.threads.EndActors;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Ends the processes that the container has started. YARN kills the whole session of a forked
 * container when it is over. Orphans among them come to the slot, so that there are none when the
 * slot has no children.
 *
 * <p>Without it a script of a streaming task goes on after its task was reported as ended, and its
 * memory is charged to the next container.
 */
public final class ChildProcesses implements Restorable<Set<ProcessHandle>>, EndActors {
  private static final long POLL_NANOS = 100_000;

  @Override
  public Set<ProcessHandle> capture(LoadedClasses framework) {
    return ProcessHandle.current().descendants().collect(Collectors.toSet());
  }

  @Override
  public boolean hasWork(Release release) {
    return Children.exist() && !started(release.baseline().before(this)).isEmpty();
  }

  @Override
  public void restore(Set<ProcessHandle> before, Release release) throws Exception {
    if (!Children.exist()) {
      return;
    }
    List<ProcessHandle> left = started(before);
    while (!left.isEmpty()) {
      if (release.nanosLeft() == 0) {
        throw new TimeoutException("child processes still run: " + left);
      }
      left.forEach(ProcessHandle::destroyForcibly);
      LockSupport.parkNanos(POLL_NANOS);
      left = started(before);
    }
  }

  private static List<ProcessHandle> started(Set<ProcessHandle> before) {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> !before.contains(process) && process.isAlive() && canAct(process))
        .toList();
  }

  /** A zombie cannot; its exit status waits for a parent that may not be interested. */
  private static boolean canAct(ProcessHandle process) {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    try {
      // Its name is any bytes: the kernel cuts it at 15, in the middle of a letter if need be.
      String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      // Unreadable is not gone: the container may have left no descriptor.
      return Files.exists(proc);
    }
  }
}
