/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.bench.cluster.Site;

/**
 * The class path of containers as an archive of classes wants it: jars alone, named one by one, in
 * the same order for all. The configuration is a jar, too, since HotSpot refuses directories (JEP
 * 310).
 */
final class ArchivedPath {
  private static final String JARS = "/*";

  private ArchivedPath() {}

  /**
   * Makes it.
   *
   * @param conf the cluster's configuration
   * @param directory receives the jar of the configuration
   * @return the entries, separated by colons
   */
  static String make(Path conf, Path directory) throws IOException {
    List<String> entries = new ArrayList<>();
    entries.add(jarOf(conf, directory.resolve("conf.jar")).toString());
    for (String entry : entries(conf)) {
      if (entry.endsWith(JARS)) {
        entries.addAll(jarsIn(Path.of(entry.substring(0, entry.length() - JARS.length()))));
      }
    }
    return String.join(":", entries);
  }

  private static List<String> entries(Path conf) throws IOException {
    String yarn = Site.read(conf.resolve("yarn-site.xml")).get("yarn.application.classpath");
    String mapReduce =
        Site.read(conf.resolve("mapred-site.xml")).get("mapreduce.application.classpath");
    return List.of((yarn + "," + mapReduce).split(","));
  }

  /** None of a directory that is not there, as in Hadoop's own class path. */
  private static List<String> jarsIn(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".jar")).sorted().toList();
    }
  }

  private static Path jarOf(Path conf, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.list(conf)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return jar;
  }
}
