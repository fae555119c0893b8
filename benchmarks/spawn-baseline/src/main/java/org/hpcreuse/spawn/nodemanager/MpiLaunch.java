/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.nodemanager;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainerLaunch;
import org.hpcreuse.spawn.container.MpiMain;

/** Has the JVM of a launch begin with {@link MpiMain}. */
final class MpiLaunch {
  /**
   * The start of a line of shell: java, options that are one word each, the main class. An option
   * with quotes, or with its value in the next word, makes it another command, which is left alone.
   */
  private static final Pattern JAVA =
      Pattern.compile(
          "\\s*\\S*\\bjava(?:\\s+(?:-(?:D|X|ea|esa|server|verbose|agent|javaagent)|--[a-z-]+=)"
              + "[^\\s\"'`\\\\;&|<>()]*)*"
              + "\\s+(?<main>[\\p{L}_][\\p{L}\\p{N}_]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*)(?=\\s|$)");

  private static final String CLASS_PATH = "CLASSPATH";
  private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

  private MpiLaunch() {}

  /**
   * Puts {@link MpiMain} before the main class.
   *
   * @param command as a launch context has it: its words make one line of shell
   * @return empty when it is no plain java command
   */
  static Optional<List<String>> command(List<String> command) {
    String line = String.join(" ", command);
    Matcher java = JAVA.matcher(line);
    if (!java.lookingAt()) {
      return Optional.empty();
    }
    int place = java.start("main");
    return Optional.of(
        List.of(line.substring(0, place) + MpiMain.class.getName() + " " + line.substring(place)));
  }

  /**
   * The environment of such a launch: what MPI needs comes after what is there.
   *
   * @param environment of the container
   * @param classPath jars
   * @param libraryPath a directory
   * @param inherited what the container finds where its own environment has nothing
   */
  static Map<String, String> environment(
      Map<String, String> environment,
      String classPath,
      String libraryPath,
      Map<String, String> inherited) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    // Without the variable a JVM looks in its directory.
    append(more, CLASS_PATH, inherited.getOrDefault(CLASS_PATH, "."), classPath);
    append(more, LIBRARY_PATH, inherited.get(LIBRARY_PATH), libraryPath);
    return more;
  }

  private static void append(
      Map<String, String> environment, String name, String otherwise, String value) {
    String before = environment.getOrDefault(name, otherwise);
    environment.put(name, before == null ? value : before + ":" + value);
  }

  /** Whether the launch script in a container's directory has been written so. */
  static boolean isIn(Path directory) {
    try {
      return Files.readString(directory.resolve(ContainerLaunch.CONTAINER_SCRIPT))
          .contains(MpiMain.class.getName());
    } catch (IOException e) {
      // The stock executor reports what is wrong with it.
      return false;
    }
  }
}
