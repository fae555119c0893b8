/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory for heap dumps, for its owner alone. It and what is in it are deleted at the end,
 * also when the command is interrupted.
 */
public final class HeapDumps implements AutoCloseable {
  private final Path directory;
  private final Thread atExit = new Thread(this::delete, "delete-heap-dumps");

  private HeapDumps(Path directory) {
    this.directory = directory;
  }

  /** Makes one in the pool's directory. */
  public static HeapDumps in(Path poolDir) throws IOException {
    HeapDumps dumps =
        new HeapDumps(
            Files.createTempDirectory(
                    poolDir.toAbsolutePath(),
                    "audit",
                    PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString("rwx------")))
                .toRealPath());
    Runtime.getRuntime().addShutdownHook(dumps.atExit);
    return dumps;
  }

  public Path directory() {
    return directory;
  }

  /** Adds what holds the container loaders of a slot to its part of the answer. */
  public void addPaths(ObjectNode slot) throws IOException {
    ArrayNode paths = slot.putArray("paths");
    String file = slot.path("heapDump").asText();
    slot.remove("heapDump");
    if (!file.isEmpty()) {
      HoldingPaths.of(Path.of(file)).forEach(paths::add);
      Files.deleteIfExists(Path.of(file));
    }
  }

  @Override
  public void close() {
    delete();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void delete() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      System.err.println("hpc-reuse: heap dumps are left in " + directory + ": " + e);
    }
  }
}
