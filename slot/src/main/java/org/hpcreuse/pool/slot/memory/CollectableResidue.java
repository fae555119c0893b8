/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.util.List;
import java.util.Set;
import org.hpcreuse.cleanup.jvm.threads.CleanerThreads;

/**
 * What only a full collection takes away and the next container would notice: native libraries,
 * that no other loader can load until then, and the threads of Cleaners, that may still act.
 */
final class CollectableResidue {
  private CollectableResidue() {}

  /**
   * Files of libraries and names of threads that are there now.
   *
   * @param stay loaders whose libraries stay
   */
  static Set<String> now(List<ClassLoader> stay) {
    Set<String> found = NativeLibraryResidue.ofContainers(stay);
    found.addAll(CleanerThreads.names());
    return found;
  }
}
