/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.workload.foreign.Neighbour;

/** Mounts an archive as a file system. */
public final class Archives {
  private Archives() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(System.getProperty("user.dir")).getParent().resolve("archive.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("entry"));
      out.write(5);
    }
    URI uri = URI.create("jar:" + file.toUri());
    if (Neighbour.spoils(args)) {
      FileSystem left = FileSystems.newFileSystem(uri, Map.of());
      Files.writeString(left.getPath("left"), "not written yet");
    }
    try {
      FileSystem mounted = FileSystems.newFileSystem(uri, Map.of());
      print("entry", Files.readAllBytes(mounted.getPath("/entry"))[0]);
      print("left", Files.exists(mounted.getPath("/left")));
    } catch (FileSystemAlreadyExistsException e) {
      print("exists", e.getClass().getSimpleName());
    }
    print(
        "providers",
        FileSystemProvider.installedProviders().stream()
            .map(FileSystemProvider::getScheme)
            .sorted()
            .toList());
    print("temporary", Files.isDirectory(Files.createTempDirectory("own")));
    print("type", Files.probeContentType(Path.of("a.txt")));
  }
}
