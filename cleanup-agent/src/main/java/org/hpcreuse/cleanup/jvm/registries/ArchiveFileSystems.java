/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The file systems of archives ({@code jar:} URIs) that are open, which the JDK finds again by
 * path. Their files are closed with all else that the container has opened.
 *
 * <p>Without it the next container cannot open the same archive as a file system.
 */
public final class ArchiveFileSystems implements Restorable<Set<Object>> {

  /** Asking for the providers also has the JDK look for them, once, outside of a container. */
  @Override
  public Set<Object> capture(LoadedClasses framework) {
    Map<Object, Object> open = open();
    synchronized (open) {
      return Set.copyOf(open.keySet());
    }
  }

  @Override
  public void restore(Set<Object> before, Release release) {
    Map<Object, Object> open = open();
    synchronized (open) {
      open.keySet().retainAll(before);
    }
  }

  @SuppressWarnings("unchecked") // private final Map<Path, ZipFileSystem> filesystems
  private static Map<Object, Object> open() {
    for (FileSystemProvider provider : FileSystemProvider.installedProviders()) {
      if (provider.getClass().getName().equals("jdk.nio.zipfs.ZipFileSystemProvider")) {
        try {
          return (Map<Object, Object>) ReflectiveAccess.of(provider).get("filesystems");
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(provider.getClass() + " has changed", e);
        }
      }
    }
    return Map.of();
  }
}
