/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.List;

/**
 * One simple command.
 *
 * @param words program and arguments
 * @param globs patterns among the words and in redirections: the command is this one when none of
 *     them matches a file
 * @param stdout where fd 1 goes
 * @param stderr where fd 2 goes
 */
record ShellCommand(List<String> words, List<Glob> globs, Target stdout, Target stderr) {
  /** The same command, with files in place of inherited descriptors. */
  ShellCommand withOutput(String out, String err) {
    return new ShellCommand(words, globs, stdout.orElse(out), stderr.orElse(err));
  }

  /**
   * A redirection.
   *
   * @param file as written; empty when the descriptor is inherited
   * @param append whether what is in the file stays
   */
  record Target(String file, boolean append) {
    static final Target INHERITED = new Target("", false);

    private Target orElse(String inherited) {
      return file.isEmpty() ? new Target(inherited, false) : this;
    }
  }
}
