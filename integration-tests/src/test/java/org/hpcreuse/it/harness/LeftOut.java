/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.hpcreuse.it.leftout.LeavesOut;
import org.hpcreuse.protocol.option.Options;
import org.objectweb.asm.ClassReader;

/** Leaves remedies out of what the slots of a pool do between two containers. */
public final class LeftOut {
  private final Path names;
  private final Path agent;

  private LeftOut(Path names, Path agent) {
    this.names = names;
    this.agent = agent;
  }

  /** For the slots of one test class; its files are made under target. */
  public static LeftOut of(Class<?> test) {
    try {
      Path dir = Installation.target().resolve("left-out").resolve(test.getSimpleName());
      LeftOut made =
          new LeftOut(Files.createDirectories(dir.resolve("names")), dir.resolve("agent.jar"));
      made.pack();
      made.nothing();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pack() throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", LeavesOut.class.getName());
    Path asm = Installation.jarOf(ClassReader.class);
    main.put(Attributes.Name.CLASS_PATH, asm.toUri().toString());
    Path top = Installation.jarOf(LeavesOut.class);
    Path classes = top.resolve(LeavesOut.class.getPackageName().replace('.', '/'));
    try (OutputStream out = Files.newOutputStream(agent);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.list(classes)) {
      for (Path file : files.toList()) {
        jar.putNextEntry(new JarEntry(top.relativize(file).toString()));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  /** The value of {@link Options#SLOT_JVM_ARGS} that lets slots ask. */
  public String jvmArgs() {
    return Options.SLOT_JVM_ARGS.defaultText() + " -javaagent:" + agent + "=" + names;
  }

  /** Where the names are; deleting the files in it brings the remedies back. */
  public Path names() {
    return names;
  }

  /** From now on these are left out: release steps, and methods as {@code SimpleName.method}. */
  public void leaveOut(Collection<String> remedies) throws IOException {
    nothing();
    for (String remedy : remedies) {
      Files.createFile(names.resolve(remedy));
    }
  }

  /** From now on nothing is left out. */
  public void nothing() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(names)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
