/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.LinkedHashMap;
import java.util.Map;
import org.hpcreuse.protocol.NotEligibleException;

/** The environment a forked JVM would find: what the launch script exports, and bash's own. */
final class ContainerEnvironment {
  /** Each shell of the chain replaces itself by exec, which takes its level back: always one. */
  private static final String SHELL_LEVEL = "1";

  private final Map<String, String> exported = new LinkedHashMap<>();
  private final ShellVariables variables;

  /**
   * Expands a launch's exports in the order of the script.
   *
   * @param shellPath the PATH that a bash without one uses
   */
  ContainerEnvironment(CapturedLaunch launch, String shellPath) throws NotEligibleException {
    Map<String, String> inherited = new LinkedHashMap<>(launch.environment());
    inherited.putIfAbsent("PATH", shellPath);
    variables = new ShellVariables(inherited);
    export("PRELAUNCH_OUT", launch.logDir() + "/prelaunch.out");
    export("PRELAUNCH_ERR", launch.logDir() + "/prelaunch.err");
    for (Map.Entry<String, String> entry : launch.whitelisted().entrySet()) {
      String inShell = variables.value(entry.getKey());
      export(entry.getKey(), inShell.isEmpty() ? expand(entry.getValue()) : inShell);
    }
    for (Map.Entry<String, String> entry : launch.exports().entrySet()) {
      boolean pid =
          entry.getKey().equals(ShellVariables.PID_VARIABLE)
              && entry.getValue().equals(ShellVariables.PID_MARKER);
      export(entry.getKey(), pid ? ShellVariables.PID_MARKER : expand(entry.getValue()));
    }
  }

  private void export(String name, String value) throws NotEligibleException {
    variables.set(name, value);
    exported.put(name, value);
  }

  /** Expands text that stands between double quotes in the script after the exports. */
  String expand(String text) throws NotEligibleException {
    return DoubleQuotes.expand(text, variables);
  }

  ShellVariables variables() {
    return variables;
  }

  /**
   * The complete environment of a program that the last bash has started.
   *
   * @param program its path
   */
  Map<String, String> of(String program) {
    Map<String, String> all = new LinkedHashMap<>(exported);
    all.put("SHLVL", SHELL_LEVEL);
    all.put("_", program);
    return all;
  }
}
