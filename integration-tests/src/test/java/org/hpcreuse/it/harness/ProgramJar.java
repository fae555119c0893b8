/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.hpcreuse.it.program.Turnstile;

/** Jars of container programs, made at test time. */
public final class ProgramJar {
  private ProgramJar() {}

  /** All of {@link org.hpcreuse.it.program} in one jar, made once per directory. */
  public static Path of(Path dir) throws IOException {
    Path jar = dir.resolve("programs.jar");
    if (Files.notExists(jar)) {
      ofPackage(jar, Turnstile.class, List.of());
    }
    return jar;
  }

  /**
   * Packs the classes of a package, and libraries under {@code lib/} as a job's jar holds them.
   *
   * @param jar the file to make
   * @param member a class of the package
   */
  public static void ofPackage(Path jar, Class<?> member, List<Path> libraries) throws IOException {
    Path classes = Installation.jarOf(member);
    Path directory = classes.resolve(member.getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.walk(directory)) {
      pack(jar, classes, files.filter(Files::isRegularFile).toList(), libraries);
    }
  }

  /**
   * Compiles one class and packs it.
   *
   * @param dir where the jar is made
   * @param name the jar's name without its ending
   * @param binaryName the class's name
   * @param source its source text
   * @param classPath what it needs to compile
   */
  public static Path compiled(
      Path dir, String name, String binaryName, String source, List<Path> classPath)
      throws IOException {
    Path work = Files.createDirectories(dir.resolve(name + ".src"));
    String path = binaryName.replace('.', '/');
    Path file = work.resolve(path + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    Path classes = Files.createDirectories(dir.resolve(name + ".classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-cp",
              String.join(":", classPath.stream().map(Path::toString).toList()));
      boolean done =
          compiler
              .getTask(null, manager, null, options, null, manager.getJavaFileObjects(file))
              .call();
      if (!done) {
        throw new IOException("cannot compile " + file);
      }
    }
    Path jar = dir.resolve(name + ".jar");
    try (Stream<Path> files = Files.walk(classes)) {
      pack(jar, classes, files.filter(Files::isRegularFile).toList(), List.of());
    }
    return jar;
  }

  private static void pack(Path jar, Path top, List<Path> files, List<Path> libraries)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files) {
        entries.putNextEntry(new JarEntry(top.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
      for (Path library : libraries) {
        entries.putNextEntry(new JarEntry("lib/" + library.getFileName()));
        Files.copy(library, entries);
        entries.closeEntry();
      }
    }
  }
}
