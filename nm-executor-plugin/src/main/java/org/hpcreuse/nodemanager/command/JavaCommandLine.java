/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.program.JavaOptions;

/** Reads the words of a java command as the java launcher does. */
final class JavaCommandLine {
  private JavaCommandLine() {}

  /**
   * Reads a command.
   *
   * @param command program, options, main class, arguments
   * @param environment the one it is started with
   * @throws NotEligibleException when it is not java, or the java launcher would not take it
   */
  static JavaCommand parse(ShellCommand command, ContainerEnvironment environment)
      throws NotEligibleException {
    List<String> words = command.words();
    String program = words.get(0);
    if (!program.startsWith("/") || !program.endsWith("/java")) {
      throw new NotEligibleException(
          FallbackReason.NOT_JAVA, "its program is no absolute path of java");
    }
    ListIterator<String> rest = words.listIterator(1);
    JavaOptions options = JavaOptions.read(rest);
    if (!rest.hasNext()) {
      throw new NotEligibleException(FallbackReason.NOT_JAVA, "no main class");
    }
    String mainClass = rest.next().replace('/', '.');
    Map<String, String> variables = environment.of(program);
    return new JavaCommand(
        program,
        variables,
        options,
        options.classPath().orElseGet(() -> variables.getOrDefault("CLASSPATH", "")),
        mainClass,
        words.subList(rest.nextIndex(), words.size()),
        command.stdout(),
        command.stderr(),
        command.globs());
  }
}
