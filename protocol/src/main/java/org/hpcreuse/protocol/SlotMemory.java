/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/**
 * The memory that a slot promises to keep to. Who sizes a node counts with it, and the pool manager
 * replaces a slot that does not keep to it.
 */
public final class SlotMemory {
  /** Metaspace, code cache, stacks and native buffers of a JVM that runs MapReduce, MiB. */
  public static final int OWN_MB = 200;

  /** KiB of metaspace for a class: Spark's ten thousand were seen to take 130 MiB. */
  private static final int CLASS_KB = 13;

  private static final int KB_IN_MB = 1024;

  private SlotMemory() {}

  /** What a slot may hold together, without the classes of profiles, MiB. */
  public static int promisedMb(int heapMb) {
    return heapMb + OWN_MB;
  }

  /** What classes of profiles may take beside that, MiB. */
  public static long ofClassesMb(long classes) {
    return classes * CLASS_KB / KB_IN_MB;
  }
}
