/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.Set;
import java.util.TreeSet;

/**
 * The threads of {@link java.lang.ref.Cleaner}s. One ends, after its last cleaning actions, once
 * its Cleaner has been collected; nothing else ends it.
 */
public final class CleanerThreads {
  private static final String NAME = "Cleaner-";

  private CleanerThreads() {}

  /** Those that live now, by name; the JDK numbers them. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : LiveThreads.platform()) {
      if (SharedThreads.isJdks(thread) && thread.getName().startsWith(NAME)) {
        names.add(thread.getName());
      }
    }
    return names;
  }
}
