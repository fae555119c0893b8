/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * Starts the processes of a pool. A start waits for the disk. Starts and {@link #orphans} are for
 * one thread: before it is known, a child would be taken for an orphan of a dead slot.
 */
public interface ProcessStarter {
  /**
   * Starts a slot without MPI.
   *
   * @return the child
   * @throws IOException when it cannot be started, naming its log
   */
  Child startSlot(int number, int heapMb) throws IOException;

  /** Where mpirun's output goes. */
  Path mpirunLog();

  /** Starts mpirun with these groups of ranks. */
  Child startMpirun(List<SlotClass> groups) throws IOException;

  /** Removes what an mpirun that has ended, and its ranks, have left in memory and on disk. */
  void removeMpiFiles();

  /**
   * Processes that have come to this one because their parents are dead: what dead slots have left
   * behind, and ranks whose mpirun is dead.
   */
  List<ProcessIdentity> orphans();

  /**
   * A process that was started.
   *
   * @param handle the process
   * @param log where its output goes
   */
  record Child(ProcessHandle handle, Path log) {}
}
