/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.NotEligibleException;

/** A bash's variables, as far as this project can know their values without starting one. */
final class ShellVariables {
  /** Stands for the process id of the shell, which becomes the container's. */
  static final String PID_MARKER = "$$";

  static final String PID_VARIABLE = "JVM_PID";
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Variables that bash gives a value or a meaning of its own. */
  private static final Set<String> OWN =
      Set.of(
          "_",
          "COMP_WORDBREAKS",
          "DIRSTACK",
          "ENV",
          "EPOCHREALTIME",
          "EPOCHSECONDS",
          "EUID",
          "FUNCNAME",
          "GLOBIGNORE",
          "GROUPS",
          "HISTCMD",
          "HOSTNAME",
          "HOSTTYPE",
          "IFS",
          "LINENO",
          "MACHTYPE",
          "OLDPWD",
          "OPTARG",
          "OPTERR",
          "OPTIND",
          "OSTYPE",
          "PATH",
          "PIPESTATUS",
          "POSIXLY_CORRECT",
          "PPID",
          "PS4",
          "RANDOM",
          "SECONDS",
          "SHELL",
          "SHELLOPTS",
          "SHLVL",
          "SRANDOM",
          "TERM",
          "UID");

  /** Of those, the ones that behave as any other once the environment has set them. */
  private static final Set<String> ORDINARY_WHEN_SET = Set.of("PATH", "SHELL", "TERM", "HOSTNAME");

  private final Map<String, String> values;

  ShellVariables(Map<String, String> inherited) {
    values = new HashMap<>(inherited);
  }

  /** The value, empty when unset. */
  String value(String name) throws NotEligibleException {
    String value = values.get(name);
    if (name.equals(PID_VARIABLE)) {
      throw NotEligibleException.syntax("$" + name + ": the process id is known only in the slot");
    }
    if (isOwn(name) && (value == null || !ORDINARY_WHEN_SET.contains(name))) {
      throw NotEligibleException.syntax("$" + name + " is a variable of bash's own");
    }
    return value == null ? "" : value;
  }

  void set(String name, String value) throws NotEligibleException {
    if (!NAME.matcher(name).matches()) {
      throw NotEligibleException.syntax("\"" + name + "\" is no name of a shell variable");
    }
    if (isOwn(name) && !ORDINARY_WHEN_SET.contains(name)) {
      throw NotEligibleException.syntax(name + " is a variable of bash's own");
    }
    values.put(name, value);
  }

  private static boolean isOwn(String name) {
    return OWN.contains(name) || name.startsWith("BASH");
  }
}
