/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  private static final Pattern LIBRARY = Pattern.compile(".*\\.so(\\.[0-9][0-9A-Za-z.]*)?");

  /** Every process looks there. */
  private static final Pattern SEARCHED_ANYWAY =
      Pattern.compile("(/usr)?/lib(64|/[^/]+-linux-gnu)?");

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
   * Hadoop's own directory does not count, whatever else is in it: Hadoop does without its
   * libraries.
   *
   * @param slots the environment with which the slots have started
   * @param wanted the program's
   * @param workDir its working directory
   * @param links what will be in its working directory: relative names, and where they lead
   * @throws NotEligibleException when LD_LIBRARY_PATH has a directory with libraries that the slots
   *     lack
   */
  public static void requireNoLibraries(
      Map<String, String> slots, Map<String, String> wanted, Path workDir, Map<String, Path> links)
      throws NotEligibleException {
    Set<Path> known = new HashSet<>();
    for (String entry : entries(slots)) {
      known.add(workDir.resolve(entry).normalize());
    }
    for (String entry : entries(wanted)) {
      Path directory = workDir.resolve(entry).normalize();
      if (known.add(directory) && !SEARCHED_ANYWAY.matcher(directory.toString()).matches()) {
        List<String> names = names(directory, workDir, links);
        if (!names.contains(HADOOPS)
            && names.stream().anyMatch(name -> LIBRARY.matcher(name).matches())) {
          throw new NotEligibleException(
              FallbackReason.PROCESS_ENVIRONMENT,
              LIBRARY_PATH + " has the libraries in " + directory + ", which the slots lack");
        }
      }
    }
  }

  /** What will be in a directory. None of one that cannot be read: the linker could not either. */
  private static List<String> names(Path directory, Path workDir, Map<String, Path> links) {
    List<String> names = new ArrayList<>();
    addNames(directory, names);
    links.forEach(
        (name, target) -> {
          Path link = workDir.resolve(name).normalize();
          if (directory.equals(link.getParent())) {
            names.add(link.getFileName().toString());
          } else if (directory.startsWith(link)) {
            addNames(target.resolve(link.relativize(directory)), names);
          }
        });
    return names;
  }

  private static void addNames(Path directory, List<String> names) {
    String[] found = directory.toFile().list();
    if (found != null) {
      names.addAll(List.of(found));
    }
  }

  private static String[] entries(Map<String, String> environment) {
    String path = environment.getOrDefault(LIBRARY_PATH, "");
    return path.isEmpty() ? new String[0] : path.split(":", -1);
  }
}
