/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip file of texts without secrets, readable by its owner alone. */
public final class DiagBundle implements Closeable {
  /** Of each file only the end is taken. */
  public static final int MAX_BYTES = 1 << 20;

  private final ZipOutputStream zip;
  private final Redaction redaction;

  public DiagBundle(Path file, Redaction redaction) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    zip = new ZipOutputStream(Files.newOutputStream(file, StandardOpenOption.WRITE));
    this.redaction = redaction;
  }

  /** Adds a text. */
  public void add(String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(redaction.apply(text).getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  /** Adds the ends of the files of a directory that have one of these endings; none is no error. */
  public void addFiles(String folder, Path dir, List<String> endings) throws IOException {
    if (!Files.isDirectory(dir)) {
      return;
    }
    try (Stream<Path> files = Files.list(dir)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.getFileName().toString();
        if (endings.stream().anyMatch(name::endsWith)) {
          add(folder + "/" + name, end(file));
        }
      }
    }
  }

  /** A line is taken whole or not at all, so that no name is cut from its value. */
  private static String end(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long skipped = Math.max(0, in.length() - MAX_BYTES);
      byte[] bytes = new byte[(int) (in.length() - skipped)];
      in.seek(skipped);
      in.readFully(bytes);
      String text = new String(bytes, StandardCharsets.UTF_8);
      return skipped == 0 ? text : text.substring(text.indexOf('\n') + 1);
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
