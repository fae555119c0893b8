/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.hpcreuse.cleanup.boot.SlotHooks;

/** Reports a library as the JDK does, whose class for that is rewritten in slots. */
public final class LoadsLibrary implements Callable<Object> {
  /** As in RawNativeLibraries of JDK 25. */
  private static final class Libraries {
    final Set<Library> libraries = new HashSet<>(Set.of(new Library("/tmp/libleft.so")));
  }

  private record Library(String name) {}

  @Override
  public Object call() {
    Libraries libraries = new Libraries();
    SlotHooks.beforeForeignLoad(libraries);
    return libraries.libraries;
  }
}
