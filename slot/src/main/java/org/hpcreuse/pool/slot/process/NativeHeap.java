/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.util.Optional;

/**
 * Memory that native code of this process has allocated and freed. glibc keeps it in its arenas, up
 * to eight for each processor, until it is asked (malloc_trim(3)).
 */
public final class NativeHeap {
  private static final Optional<Function> MALLOC_TRIM = find("malloc_trim");

  private NativeHeap() {}

  /** Gives it back to the system; without effect where the C library is not glibc. */
  public static void trim() {
    MALLOC_TRIM.ifPresent(trim -> trim.invokeInt(new Object[] {0L}));
  }

  private static Optional<Function> find(String name) {
    try {
      return Optional.of(NativeLibrary.getInstance("c").getFunction(name));
    } catch (UnsatisfiedLinkError e) {
      return Optional.empty();
    }
  }
}
