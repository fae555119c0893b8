/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Tells one content of a file from another: any change of a file changes one of these attributes.
 * The path is none of them, since each container of a job has links of its own to one jar.
 */
public record FileContent(Map<String, Object> attributes) {
  /** That of no file. */
  public static final FileContent NONE = new FileContent(Map.of());

  private static final String ATTRIBUTES = "unix:dev,ino,size,lastModifiedTime,ctime";

  /** That of a file or directory as it is now. */
  public static FileContent of(Path file) throws IOException {
    return new FileContent(Map.copyOf(Files.readAttributes(file, ATTRIBUTES)));
  }
}
