/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * A launch of which every part is understood.
 *
 * @param environment complete environment
 * @param java the java command
 * @param stdout where fd 1 goes; inherited = prelaunch.out
 * @param stderr where fd 2 goes; inherited = prelaunch.err
 * @param classPath class path before wildcards are expanded
 * @param logDir the container's log directory
 */
public record UnderstoodLaunch(
    Map<String, String> environment,
    JavaCommand java,
    ShellCommand.Target stdout,
    ShellCommand.Target stderr,
    String classPath,
    String logDir) {

  /**
   * Does what the launch script's shells would do, without starting one.
   *
   * @param shellPath the PATH that a bash without one uses
   */
  public static UnderstoodLaunch of(CapturedLaunch launch, String shellPath)
      throws NotEligibleException {
    ContainerEnvironment environment = new ContainerEnvironment(launch, shellPath);
    String line = environment.expand(String.join(" ", launch.command()));
    ShellCommand command = ShellWords.parse(line, environment.variables());
    JavaCommand java = JavaCommandLine.parse(command.words());
    Map<String, String> all = environment.of(java.program());
    String classPath = java.classPath().orElseGet(() -> all.getOrDefault("CLASSPATH", ""));
    return new UnderstoodLaunch(
        all, java, command.stdout(), command.stderr(), classPath, launch.logDir());
  }

  /**
   * What the slot needs; to be called when directories and links are there.
   *
   * @param heapMb heap asked for, MiB
   */
  public LaunchSpec spec(String containerId, Path workDir, int heapMb)
      throws IOException, NotEligibleException {
    List<String> entries = JavaClassPath.expand(classPath, workDir);
    return new LaunchSpec(
        containerId,
        workDir.toString(),
        environment,
        java.properties(),
        entries,
        java.mainClass(),
        java.arguments(),
        file(stdout, workDir, "prelaunch.out"),
        file(stderr, workDir, "prelaunch.err"),
        heapMb);
  }

  /** A slot cuts its output files to nothing; appending is the same only to an empty one. */
  private String file(ShellCommand.Target target, Path workDir, String inherited)
      throws IOException, NotEligibleException {
    if (target.file().isEmpty()) {
      return logDir + "/" + inherited;
    }
    Path file = workDir.resolve(target.file());
    if (target.append() && Files.exists(file) && Files.size(file) > 0) {
      throw NotEligibleException.syntax("redirection that appends to a file with content");
    }
    return file.toString();
  }

  @Override
  public String toString() {
    return "UnderstoodLaunch[" + java.mainClass() + "]";
  }
}
