/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The entries of a class path, each by itself: a look-up asks the few that have something, where
 * {@link URLClassLoader} asks one after the other. The URLs of what they find are the same.
 * Thread-safe.
 */
final class EntryLoaders implements Closeable {
  private final URL[] entries;

  /** Made when first asked. */
  private final Map<Integer, URLClassLoader> loaders = new ConcurrentHashMap<>();

  EntryLoaders(URL... entries) {
    this.entries = entries.clone();
  }

  /** A resource in the entry at that place of the class path, or null. */
  URL find(int place, String name) {
    return loaders.computeIfAbsent(place, this::open).findResource(name);
  }

  private URLClassLoader open(int place) {
    return new URLClassLoader(new URL[] {entries[place]}, null);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (URLClassLoader loader : loaders.values()) {
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
