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
  private static final Path DIR = Installation.target().resolve("left-out");
  private static final Path NAMES = DIR.resolve("names");
  private static final String JVM_ARGS =
      Options.SLOT_JVM_ARGS.defaultText() + " -javaagent:" + pack() + "=" + NAMES;

  private LeftOut() {}

  /** The jar of the agent that reads the names, made under target. */
  private static Path pack() {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", LeavesOut.class.getName());
    Path asm = Installation.jarOf(ClassReader.class);
    main.put(Attributes.Name.CLASS_PATH, asm.toUri().toString());
    Path top = Installation.jarOf(LeavesOut.class);
    Path classes = top.resolve(LeavesOut.class.getPackageName().replace('.', '/'));
    Path agent = DIR.resolve("agent.jar");
    try {
      Files.createDirectories(NAMES);
      nothing();
      try (OutputStream out = Files.newOutputStream(agent);
          JarOutputStream jar = new JarOutputStream(out, manifest);
          Stream<Path> files = Files.list(classes)) {
        for (Path file : files.toList()) {
          jar.putNextEntry(new JarEntry(top.relativize(file).toString()));
          Files.copy(file, jar);
          jar.closeEntry();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return agent;
  }

  /** The value of {@link Options#SLOT_JVM_ARGS} that lets slots ask. */
  public static String jvmArgs() {
    return JVM_ARGS;
  }

  /** Where the names are; deleting the files in it brings the remedies back. */
  public static Path names() {
    return NAMES;
  }

  /** From now on these are left out: release steps, and methods as {@code SimpleName.method}. */
  public static void leaveOut(Collection<String> remedies) throws IOException {
    nothing();
    for (String remedy : remedies) {
      Files.createFile(NAMES.resolve(remedy));
    }
  }

  /** From now on nothing is left out. */
  public static void nothing() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(NAMES)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
