/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.protocol.files.PoolFiles;

/** Makes pool directories. */
public final class TestPool {
  private TestPool() {}

  /** A pool directory below {@code parent} with these options and a secret. */
  public static PoolFiles files(Path parent, Map<String, String> options) throws IOException {
    Path dir = parent.resolve("pool");
    PoolFiles.createOwnerOnly(dir);
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx------"));
    Properties properties = new Properties();
    properties.putAll(options);
    try (OutputStream out = Files.newOutputStream(dir.resolve("pool.properties"))) {
      properties.store(out, null);
    }
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();
    return files;
  }
}
