/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.hpcreuse.protocol.FallbackReason;

/** Reads the words of a java command as the java launcher does. */
final class JavaCommandLine {
  private static final Set<String> CLASS_PATH_OPTIONS = Set.of("-cp", "-classpath", "--class-path");
  private static final Set<String> MODULE_OPTIONS =
      Set.of("--add-opens", "--add-exports", "--add-reads", "--add-modules", "--patch-module");
  private static final String CLASS_PATH_PREFIX = "--class-path=";

  private final ShellCommand command;
  private final List<String> words;
  private final ContainerEnvironment environment;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private Optional<Integer> heapMb = Optional.empty();
  private Optional<String> classPath = Optional.empty();
  private int at = 1;

  private JavaCommandLine(ShellCommand command, ContainerEnvironment environment) {
    this.command = command;
    this.words = command.words();
    this.environment = environment;
  }

  /**
   * Reads a command.
   *
   * @param command program, options, main class, arguments
   * @param environment the one it is started with
   * @throws NotEligibleException when it is not java, or the java launcher would not take it
   */
  static JavaCommand parse(ShellCommand command, ContainerEnvironment environment)
      throws NotEligibleException {
    return new JavaCommandLine(command, environment).run();
  }

  private JavaCommand run() throws NotEligibleException {
    String program = words.get(0);
    if (!program.startsWith("/") || !program.endsWith("/java")) {
      throw new NotEligibleException(
          FallbackReason.NOT_JAVA, "its program is no absolute path of java");
    }
    while (at < words.size() && isOption(words.get(at))) {
      option(words.get(at++));
    }
    if (at == words.size()) {
      throw new NotEligibleException(FallbackReason.NOT_JAVA, "no main class");
    }
    String mainClass = words.get(at).replace('/', '.');
    Map<String, String> variables = environment.of(program);
    return new JavaCommand(
        program,
        heapMb,
        variables,
        List.copyOf(options),
        properties,
        classPath.orElseGet(() -> variables.getOrDefault("CLASSPATH", "")),
        mainClass,
        words.subList(at + 1, words.size()),
        command.stdout(),
        command.stderr(),
        command.globs());
  }

  private static boolean isOption(String word) {
    return word.startsWith("-") || word.startsWith("@");
  }

  private void option(String word) throws NotEligibleException {
    if (word.startsWith("-D")) {
      property(word.substring(2));
    } else if (CLASS_PATH_OPTIONS.contains(word)) {
      if (at == words.size()) {
        throw new NotEligibleException(FallbackReason.JVM_FLAG, word + " without a value");
      }
      classPath = Optional.of(words.get(at++));
    } else if (word.startsWith(CLASS_PATH_PREFIX)) {
      classPath = Optional.of(word.substring(CLASS_PATH_PREFIX.length()));
    } else if (word.startsWith("-Xmx")) {
      OptionalInt size = MemorySize.mebibytes(word.substring(4));
      if (size.isEmpty()) {
        throw new NotEligibleException(FallbackReason.JVM_FLAG, "-Xmx without a size");
      }
      heapMb = Optional.of(size.getAsInt());
    } else if (MODULE_OPTIONS.contains(word) && at < words.size()) {
      options.add(word + "=" + words.get(at++));
    } else {
      options.add(word);
    }
  }

  private void property(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    String value = equals < 0 ? "" : text.substring(equals + 1);
    properties.put(name, value);
  }
}
