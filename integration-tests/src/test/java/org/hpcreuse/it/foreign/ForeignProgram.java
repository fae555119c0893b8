/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.LooksUpByFramework;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A program of the workload {@code foreign}.
 *
 * @param name its class, without the package that all have
 * @param brings what {@code Brings} names
 */
record ForeignProgram(String name, List<String> brings) {
  private static final String TOP = "org/hpcreuse/workload/foreign/";
  private static final String NATIVE = "(-native|-linux.*)?";
  private static final Path MODULE = Installation.root().resolve("workloads/foreign/target");

  /** All classes with a main method, by name. */
  static List<ForeignProgram> all() throws IOException {
    List<ForeignProgram> programs = new ArrayList<>();
    try (JarFile jar = new JarFile(MODULE.resolve("foreign.jar").toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            Reader reader = new Reader();
            new ClassReader(in).accept(reader, ClassReader.SKIP_CODE);
            if (reader.hasMain) {
              programs.add(new ForeignProgram(reader.name, List.copyOf(reader.brings)));
            }
          }
        }
      }
    }
    programs.sort((one, other) -> one.name.compareTo(other.name));
    return programs;
  }

  private static final class Reader extends ClassVisitor {
    private final List<String> brings = new ArrayList<>();
    private String name;
    private boolean hasMain;

    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(int v, int access, String type, String s, String parent, String[] others) {
      name = type.substring(TOP.length()).replace('/', '.');
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      hasMain |= method.equals("main") && descriptor.equals("([Ljava/lang/String;)V");
      return null;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return !descriptor.equals("L" + TOP + "Brings;") ? null : new Names(brings);
    }
  }

  private static final class Names extends AnnotationVisitor {
    private final List<String> names;

    Names(List<String> names) {
      super(Opcodes.ASM9);
      this.names = names;
    }

    @Override
    public void visit(String member, Object value) {
      names.add((String) value);
    }

    @Override
    public AnnotationVisitor visitArray(String member) {
      return this;
    }
  }

  /**
   * A container that runs it.
   *
   * @param argument empty for none
   */
  Container container(PoolExtension pool, String argument) throws IOException {
    Container container =
        pool.container(LooksUpByFramework.class).mainClass((TOP + name).replace('/', '.'));
    container.property(
        "java.io.tmpdir", Files.createDirectory(container.workDir().resolve("tmp")).toString());
    for (String variable : List.of("LANG", "LC_ALL")) {
      if (System.getenv(variable) != null) {
        container.environment(variable, System.getenv(variable));
      }
    }
    if (!argument.isEmpty()) {
      container.arguments(argument);
    }
    return container.classPath(classPath(pool.dir()));
  }

  /** Hadoop, a jar of this program alone, and what it brings: no two share their classes. */
  private List<String> classPath(Path dir) throws IOException {
    List<String> entries = new ArrayList<>(Installation.hadoopJars());
    entries.add(jar(dir).toString());
    for (String library : brings) {
      entries.addAll(jars(library));
    }
    return entries;
  }

  /** The library's jar, and one for its native code. */
  private static List<String> jars(String library) throws IOException {
    try (Stream<Path> files = Files.list(MODULE.resolve("lib"))) {
      List<String> jars =
          files
              .filter(file -> file.getFileName().toString().matches(library + NATIVE + "\\.jar"))
              .map(Path::toString)
              .sorted()
              .toList();
      if (jars.isEmpty()) {
        throw new IOException("the workload has no library " + library);
      }
      return jars;
    }
  }

  /** With the classes that all programs share, and the files beside its class. */
  private Path jar(Path dir) throws IOException {
    Path made = dir.resolve(name + ".jar");
    if (Files.exists(made)) {
      return made;
    }
    String own = TOP + name.replace('.', '/');
    try (JarFile whole = new JarFile(MODULE.resolve("foreign.jar").toFile());
        OutputStream out = Files.newOutputStream(made);
        JarOutputStream jar = new JarOutputStream(out)) {
      Enumeration<JarEntry> entries = whole.entries();
      while (entries.hasMoreElements()) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().startsWith(own + ".")
            || entry.getName().startsWith(own + "$")
            || entry.getName().matches(TOP + "\\w+\\.class")) {
          jar.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream in = whole.getInputStream(entry)) {
            in.transferTo(jar);
          }
          jar.closeEntry();
        }
      }
    }
    return made;
  }

  @Override
  public String toString() {
    return name;
  }
}
