/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;

/**
 * The entries of a class path, each by itself: a look-up asks the few that have something, where
 * {@link URLClassLoader} asks one after the other. The URLs of what they find are the same.
 * Thread-safe.
 *
 * <p>All loaders are made at the start, by the slot itself. A URLClassLoader keeps the protection
 * domains of those on the stack when it is made: of one made later, a container's.
 */
final class EntryLoaders implements Closeable {
  private final List<URLClassLoader> loaders;

  EntryLoaders(URL... entries) {
    loaders =
        Arrays.stream(entries).map(entry -> new URLClassLoader(new URL[] {entry}, null)).toList();
  }

  /** A resource in the entry at that place of the class path, or null. */
  URL find(int place, String name) {
    return loaders.get(place).findResource(name);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (URLClassLoader loader : loaders) {
      try {
        loader.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
