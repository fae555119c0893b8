/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A job's jar with many classes added to it: {@code C0}, {@code C1} … in the package {@code
 * org.hpcreuse.workload.manyclasses.generated}, each with state of its own.
 */
public final class FatJar {
  private static final String PACKAGE = "org.hpcreuse.workload.manyclasses.generated";
  private static final String SOURCE =
      "package %s;%n"
          + "public final class C%d {%n"
          + "  private static final byte[] OWN = new byte[64];%n"
          + "  private static int used;%n"
          + "  private C%2$d() {}%n"
          + "  public static int use() { OWN[0]++; return used++; }%n"
          + "}%n";

  private FatJar() {}

  /**
   * Makes it.
   *
   * @param directory for the jar and what it is made of
   * @param jobJar the jar that holds the job; copied
   * @param classes how many to add
   * @return the jar
   */
  public static Path make(Path directory, Path jobJar, int classes) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("fat-sources"));
    Path compiled = Files.createDirectories(directory.resolve("fat-classes"));
    Path[] files = new Path[classes];
    for (int i = 0; i < classes; i++) {
      files[i] = sources.resolve("C" + i + ".java");
      Files.writeString(files[i], SOURCE.formatted(PACKAGE, i));
    }
    compile(files, compiled);
    Path jar = directory.resolve("fat.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      copy(jobJar, out);
      try (Stream<Path> found = Files.walk(compiled)) {
        for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
          out.putNextEntry(new JarEntry(compiled.relativize(file).toString()));
          Files.copy(file, out);
        }
      }
    }
    return jar;
  }

  private static void compile(Path[] files, Path directory) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", directory.toString(), "-proc:none", "--release", "17");
      boolean done =
          compiler
              .getTask(null, manager, null, options, null, manager.getJavaFileObjects(files))
              .call();
      if (!done) {
        throw new IOException("cannot compile " + files.length + " classes into " + directory);
      }
    }
  }

  private static void copy(Path from, JarOutputStream out) throws IOException {
    try (JarFile jar = new JarFile(from.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (!entry.isDirectory()) {
          out.putNextEntry(new JarEntry(entry.getName()));
          transfer(jar, entry, out);
        }
      }
    }
  }

  private static void transfer(JarFile jar, JarEntry entry, OutputStream out) throws IOException {
    try (var in = jar.getInputStream(entry)) {
      in.transferTo(out);
    }
  }
}
