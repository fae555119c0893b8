/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The MPI program on the command line.
 *
 * @param mainClass its main class
 * @param arguments of {@code main()}
 * @param jars its class path, files of this machine
 */
record Program(String mainClass, List<String> arguments, List<Path> jars) {

  /**
   * Reads the words {@code JAR [CLASS] ARG…}, as {@code hadoop jar} does, or {@code CLASS ARG…}.
   *
   * @param classPath further jars
   * @throws IllegalArgumentException when a file is missing or no main class is named
   */
  static Program of(List<String> words, List<Path> classPath) throws IOException {
    List<Path> jars = new ArrayList<>();
    List<String> rest = new ArrayList<>(words);
    String mainClass = "";
    if (rest.get(0).endsWith(".jar")) {
      Path jar = Path.of(rest.remove(0));
      jars.add(jar);
      requireFile(jar);
      mainClass = mainClassOf(jar);
    }
    for (Path jar : classPath) {
      requireFile(jar);
      jars.add(jar);
    }
    if (mainClass.isEmpty()) {
      if (rest.isEmpty()) {
        throw new IllegalArgumentException(
            "main class missing: " + jars.get(0) + " names none in its manifest");
      }
      mainClass = rest.remove(0);
    }
    if (jars.isEmpty()) {
      throw new IllegalArgumentException(
          "class path missing: " + mainClass + " needs a jar before it, or --class-path");
    }
    return new Program(mainClass, rest, jars);
  }

  private static void requireFile(Path jar) {
    if (!Files.isRegularFile(jar) || !Files.isReadable(jar)) {
      throw new IllegalArgumentException("jar " + jar + ": no readable file");
    }
  }

  private static String mainClassOf(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String name =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      return name == null ? "" : name.strip().replace('/', '.');
    } catch (IOException e) {
      throw new IOException("jar " + jar + ": " + e.getMessage(), e);
    }
  }
}
