/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/** Prints what it sees of its process, line by line. */
public final class ShowProcessContext {
  private ShowProcessContext() {}

  /** Prints environment, directories, properties; as Java sees them and as a child process does. */
  public static void main(String[] args) throws IOException, InterruptedException {
    new TreeMap<>(System.getenv()).forEach((name, value) -> print("env." + name, value));
    child("native.", List.of("env"), false);
    child("copied.", List.of("env"), true);
    child("pwd=", List.of("/bin/pwd"), false);
    print("user.dir", System.getProperty("user.dir"));
    print("file.cwd", new File("x").getAbsolutePath());
    print("file.canonical", new File("x").getCanonicalPath());
    print("nio.cwd", Path.of("x").toAbsolutePath());
    print("java.io.tmpdir", System.getProperty("java.io.tmpdir"));
    print("file.temp", made(File.createTempFile("show", null)));
    print("nio.temp", made(Files.createTempFile("show", null).toFile()));
    print("set.by.test", System.getProperty("set.by.test"));
    print("java.class.path", System.getProperty("java.class.path"));
    Files.writeString(Path.of("from-nio"), "nio");
    try (var out = new java.io.FileOutputStream("from-io")) {
      out.write('x');
    }
    child("", List.of("touch", "from-child"), false);
  }

  /** Where the file was made; it is of no further use. */
  private static String made(File file) {
    file.deleteOnExit();
    return file.getParent();
  }

  private static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }

  /** Without a change of its environment a child gets the native one, else Java's copy. */
  private static void child(String prefix, List<String> command, boolean copy)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    if (copy) {
      builder.environment().put("ADDED_FOR_CHILD", "1");
    }
    Process process = builder.start();
    try (var lines = process.inputReader().lines()) {
      lines.forEach(line -> System.out.println(prefix + line));
    }
    process.waitFor();
  }
}
