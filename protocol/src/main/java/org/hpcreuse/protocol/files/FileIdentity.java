/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the kernel tells of a file or directory without reading it. Two equal identities mean that
 * nothing has changed between them: a write changes a time, and a file that replaces another one is
 * another inode. Changes within one tick of the kernel's clock, some milliseconds, may go
 * unnoticed.
 *
 * @param attributes device, inode, size, owner, mode and times of change; empty for a file that is
 *     not there
 */
public record FileIdentity(Map<String, Object> attributes) {
  private static final String ATTRIBUTES = "unix:dev,ino,size,uid,mode,lastModifiedTime,ctime";

  /**
   * Asks the kernel.
   *
   * @throws IOException when it cannot say
   */
  public static FileIdentity of(Path file) throws IOException {
    try {
      return new FileIdentity(Map.copyOf(Files.readAttributes(file, ATTRIBUTES)));
    } catch (FileSystemException e) {
      return new FileIdentity(Map.of());
    }
  }
}
