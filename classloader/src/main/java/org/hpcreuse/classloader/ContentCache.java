/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of files: looked up once for each content, whatever the file is called. Of very
 * many, those that were asked for last are remembered. Thread-safe.
 *
 * @param <V> what is known of a file
 */
public final class ContentCache<V> {
  /** An application of Spark brings 150 jars, each application its own copies. */
  private static final int REMEMBERED = 5_000;

  private static final int FIRST_CAPACITY = 64;
  private static final float LOAD_FACTOR = 0.75f;

  private final Reader<V> reader;
  private final Map<FileContent, V> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>(FIRST_CAPACITY, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<FileContent, V> eldest) {
              return size() > REMEMBERED;
            }
          });

  /** Looks at a file. */
  @FunctionalInterface
  public interface Reader<V> {
    V read(Path file) throws IOException;
  }

  public ContentCache(Reader<V> reader) {
    this.reader = reader;
  }

  /** What is known of a file as it is now. */
  public V of(Path file) throws IOException {
    FileContent content = FileContent.of(file);
    V value = known.get(content);
    if (value == null) {
      value = reader.read(file);
      known.put(content, value);
    }
    return value;
  }
}
