/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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
}
