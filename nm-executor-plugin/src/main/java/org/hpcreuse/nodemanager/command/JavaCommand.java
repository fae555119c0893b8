/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.program.JavaOptions;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest;

/**
 * The java command of a launch, after all shells. Its values may be secret: never log it.
 *
 * @param program path of the launcher as written
 * @param environment complete environment
 * @param options those of the JVM
 * @param classPath class path before wildcards are expanded
 * @param mainClass binary name
 * @param arguments arguments of main()
 * @param stdout where fd 1 goes
 * @param stderr where fd 2 goes
 * @param globs patterns that must match no file
 */
public record JavaCommand(
    String program,
    Map<String, String> environment,
    JavaOptions options,
    String classPath,
    String mainClass,
    List<String> arguments,
    ShellCommand.Target stdout,
    ShellCommand.Target stderr,
    List<Glob> globs) {

  /**
   * Does what the launch script's shells would do, without starting one.
   *
   * @param shellPath the PATH that a bash without one uses
   * @throws NotEligibleException when a part of the launch is not understood
   */
  public static JavaCommand of(CapturedLaunch launch, String shellPath)
      throws NotEligibleException {
    ContainerEnvironment environment = new ContainerEnvironment(launch, shellPath);
    String line = environment.expand(String.join(" ", launch.command()));
    ShellCommand command =
        ShellWords.parse(line, environment.variables())
            .withOutput(launch.logDir() + "/prelaunch.out", launch.logDir() + "/prelaunch.err");
    return parse(command, environment);
  }

  /**
   * Reads the words of a java command as the java launcher does.
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

  /**
   * What the slot runs; to be called when directories and links are there.
   *
   * @param workDir the container's working directory, absolute
   * @param entries the expanded class path
   * @param jvm what the options come to
   */
  public JavaProgram in(Path workDir, List<String> entries, JvmRequest jvm)
      throws IOException, NotEligibleException {
    for (Glob glob : globs) {
      if (glob.mayMatch(workDir)) {
        throw NotEligibleException.syntax("an unquoted pattern that may match a file");
      }
    }
    return new JavaProgram(
        environment,
        options.properties(),
        entries,
        mainClass,
        arguments,
        file(stdout, workDir),
        file(stderr, workDir),
        jvm,
        Optional.empty());
  }

  /** A slot cuts its output files to nothing; appending is the same only to an empty one. */
  private static String file(ShellCommand.Target target, Path workDir)
      throws IOException, NotEligibleException {
    Path file = workDir.resolve(target.file());
    if (target.append() && Files.exists(file) && Files.size(file) > 0) {
      throw NotEligibleException.syntax("redirection that appends to a file with content");
    }
    return file.toString();
  }

  @Override
  public String toString() {
    return "JavaCommand[" + mainClass + "]";
  }
}
