/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * How the processes that a container has started are known without their ancestors: they carry its
 * id in their environment, or work in its directory (unless on a terminal: somebody who looks
 * around there is not the container's).
 *
 * <p>What carries a mark is killed. A directory therefore counts only when it is the container's
 * alone, as YARN's are: named by the container's id.
 */
public final class ContainerMark {
  private final String containerId;

  /** Null when no directory is the container's alone. */
  private final Path ownDirectory;

  /**
   * @param containerId value of CONTAINER_ID; without one nothing carries the mark
   * @param workDir the container's working directory, absolute; empty when it is not known
   */
  public ContainerMark(String containerId, String workDir) {
    this.containerId = containerId;
    ownDirectory = own(containerId, workDir);
  }

  private static Path own(String containerId, String workDir) {
    try {
      Path directory = Path.of(workDir);
      Path name = directory.getFileName();
      boolean own = directory.isAbsolute() && name != null && name.toString().equals(containerId);
      return own ? directory : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** The living processes of this user that carry the mark; this process is never one. */
  public List<ProcessIdentity> processes() {
    if (containerId.isEmpty()) {
      return List.of();
    }
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> pid != ProcessHandle.current().pid())
        // Before the look: afterwards, the id may be another's.
        .flatMap(pid -> ProcessIdentity.of(pid).stream())
        .filter(process -> isOn(process.pid()) && !process.isGone())
        .toList();
  }

  private boolean isOn(long pid) {
    Path proc = Path.of("/proc", Long.toString(pid));
    return carriesId(proc) || (worksInDirectory(proc) && !ProcessIdentity.hasTerminal(pid));
  }

  private boolean carriesId(Path proc) {
    try {
      String environment = Files.readString(proc.resolve("environ"), StandardCharsets.ISO_8859_1);
      return ("\0" + environment).contains("\0CONTAINER_ID=" + containerId + "\0");
    } catch (IOException e) {
      // Another user's, or gone.
      return false;
    }
  }

  private boolean worksInDirectory(Path proc) {
    if (ownDirectory == null) {
      return false;
    }
    try {
      Path directory = Files.readSymbolicLink(proc.resolve("cwd"));
      return directory.startsWith(ownDirectory) || directory.startsWith(ownDirectory.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }
}
