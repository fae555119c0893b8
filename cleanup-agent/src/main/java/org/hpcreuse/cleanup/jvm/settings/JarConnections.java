/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Closes the archives that the JDK keeps open for {@code jar:} URLs, by URL, for good.
 *
 * <p>Without it resources of the next container are read from the jar that this one found at the
 * same place, and each container leaves its jars open.
 */
public final class JarConnections implements Restorable<Set<Object>> {
  private static final String CLOSED =
      "closed-jar: the JDK opens an archive again when it is asked for it";

  @Override
  public Set<Object> capture(LoadedClasses framework) {
    try {
      ReflectiveAccess cache = cache();
      synchronized (cache.get("instance")) {
        Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
        open.addAll(((Map<?, ?>) cache.get("fileCache")).values());
        return open;
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("sun.net.www.protocol.jar.JarFileFactory has changed", e);
    }
  }

  @Override
  public void restore(Set<Object> before, Release release)
      throws ReflectiveOperationException, IOException {
    ReflectiveAccess cache = cache();
    synchronized (cache.get("instance")) {
      Map<?, ?> files = (Map<?, ?>) cache.get("fileCache");
      Map<?, ?> urls = (Map<?, ?>) cache.get("urlCache");
      for (Object file : List.copyOf(files.values())) {
        if (!before.contains(file)) {
          files.values().remove(file);
          urls.remove(file);
          ((JarFile) file).close();
        }
      }
    }
  }

  /** Some code closes what it has read from, also when the JDK keeps it for others. */
  @Override
  public List<Residue> differences(Set<Object> before, Set<Object> after) {
    return Residues.of(kind(), name(), before, after).stream()
        .map(found -> found.after().isEmpty() ? Residues.allowed(found, CLOSED) : found)
        .toList();
  }

  private static ReflectiveAccess cache() throws ClassNotFoundException {
    return ReflectiveAccess.ofClass(Class.forName("sun.net.www.protocol.jar.JarFileFactory"));
  }
}
