/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;

/** The variables of the environment that a process reads only when it starts. */
public final class StartupVariables {
  /** The JVM takes options from these by itself. */
  private static final List<String> OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

  /**
   * Read by the C library and the JDK: a program must have what its slot has started with, or lack
   * what it lacked.
   */
  private static final List<String> LOCALE = List.of("LANG", "LC_ALL", "LC_CTYPE", "TZ");

  /**
   * Read by the dynamic linker. A program that does not ask for a library can do with one that its
   * node loads into everything.
   */
  private static final List<String> LINKER = List.of("LD_PRELOAD", "LD_AUDIT");

  /** Where the dynamic linker looks for libraries, as it was when the process has started. */
  private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

  private static final Pattern LIBRARY = Pattern.compile(".*\\.so(\\.[0-9.]+)?");

  /** A directory with Hadoop's own, which slots do without. */
  private static final String HADOOPS = "libhadoop.so";

  private StartupVariables() {}

  /**
   * Checks that a program finds in a slot what it would find in a process of its own.
   *
   * @param slots the environment with which the slots have started
   * @param wanted the program's
   * @throws NotEligibleException when a variable has another value, or needs a JVM that starts
   */
  public static void requireSame(Map<String, String> slots, Map<String, String> wanted)
      throws NotEligibleException {
    for (String name : OPTIONS) {
      if (!wanted.getOrDefault(name, "").isEmpty()) {
        throw new NotEligibleException(FallbackReason.JVM_FLAG, name + " is set");
      }
    }
    for (String name : LOCALE) {
      requireSame(name, slots.get(name), wanted.get(name));
    }
    for (String name : LINKER) {
      if (wanted.containsKey(name)) {
        requireSame(name, slots.get(name), wanted.get(name));
      }
    }
  }

  private static void requireSame(String name, String own, String wanted)
      throws NotEligibleException {
    if (!Objects.equals(wanted, own)) {
      String how =
          wanted == null ? "is not set, but in the slots it is" : "differs from the slots' own";
      throw new NotEligibleException(FallbackReason.PROCESS_ENVIRONMENT, name + " " + how);
    }
  }

  /**
   * Checks that a program needs no library from where only a process that starts would look.
   * Hadoop's own directory does not count: Hadoop does without its libraries.
   *
   * @param slots the environment with which the slots have started
   * @param wanted the program's
   * @param workDir its working directory
   * @param linked what will be in its working directory
   * @throws NotEligibleException when LD_LIBRARY_PATH has a directory with libraries that the slots
   *     lack
   */
  public static void requireNoLibraries(
      Map<String, String> slots,
      Map<String, String> wanted,
      Path workDir,
      Collection<String> linked)
      throws NotEligibleException {
    List<String> known = List.of(entries(slots));
    for (String entry : new LinkedHashSet<>(List.of(entries(wanted)))) {
      Path directory = workDir.resolve(entry).normalize();
      List<String> names = new ArrayList<>(names(directory));
      if (directory.equals(workDir)) {
        names.addAll(linked);
      }
      if (!known.contains(entry)
          && !names.contains(HADOOPS)
          && names.stream().anyMatch(name -> LIBRARY.matcher(name).matches())) {
        throw new NotEligibleException(
            FallbackReason.PROCESS_ENVIRONMENT,
            LIBRARY_PATH + " has the libraries in " + directory + ", which the slots lack");
      }
    }
  }

  private static String[] entries(Map<String, String> environment) {
    String path = environment.getOrDefault(LIBRARY_PATH, "");
    return path.isEmpty() ? new String[0] : path.split(":", -1);
  }

  /** None of a directory that cannot be read: the linker could not read it either. */
  private static List<String> names(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? List.of() : List.of(names);
  }
}
