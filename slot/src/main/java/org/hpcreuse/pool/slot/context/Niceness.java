/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import java.io.File;
import java.io.IOException;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * The nice values of the threads, which Linux keeps for each thread: new ones have their maker's. A
 * value that was raised can be lowered again only with the capability CAP_SYS_NICE, or as far as
 * RLIMIT_NICE lets.
 */
final class Niceness implements ProcessTrait {
  private static final int PRIO_PROCESS = 0;
  private static final File THREADS = new File("/proc/self/task");

  private final int before = LibC.getpriority(PRIO_PROCESS, 0);

  @Override
  public void restore() throws IOException {
    String[] threads = THREADS.list();
    for (String thread : threads == null ? new String[0] : threads) {
      restore(Integer.parseInt(thread));
    }
  }

  /** A thread that has ended meanwhile has no value. */
  private void restore(int thread) throws IOException {
    try {
      if (LibC.getpriority(PRIO_PROCESS, thread) != before) {
        LibC.setpriority(PRIO_PROCESS, thread, before);
      }
    } catch (LastErrorException e) {
      if (new File(THREADS, Integer.toString(thread)).exists()) {
        throw new IOException("nice value of thread " + thread + " was raised for good", e);
      }
    }
  }
}
