/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.FrameworkToken;

/**
 * What a container runs: what a shell and the java launcher would have made of YARN's launch
 * script, with every variable expanded. Its values may be secret: never log it.
 *
 * @param environment the complete environment; what is not in it is unset
 * @param systemProperties {@code -D} options, in command line order. Empty in the message of a
 *     client, whose options the slot reads
 * @param classPath CLASSPATH entries in order, absolute, wildcards expanded; the framework's may be
 *     one {@link FrameworkToken}. The slot expands the wildcards of a client
 * @param mainClass binary name of the class whose main() runs
 * @param arguments arguments of main()
 * @param stdout file that fd 1 goes to; empty for /dev/null
 * @param stderr file that fd 2 goes to; empty for /dev/null
 * @param jvm what its JVM options come to; nothing in the message of a client
 * @param client the process whose program this is; empty for a container of YARN
 */
public record JavaProgram(
    Map<String, String> environment,
    Map<String, String> systemProperties,
    List<String> classPath,
    String mainClass,
    List<String> arguments,
    String stdout,
    String stderr,
    JvmRequest jvm,
    Optional<ClientProcess> client) {

  /** A program of a container without JVM options; the components are those of the record. */
  public JavaProgram(
      Map<String, String> environment,
      Map<String, String> systemProperties,
      List<String> classPath,
      String mainClass,
      List<String> arguments,
      String stdout,
      String stderr) {
    this(
        environment,
        systemProperties,
        classPath,
        mainClass,
        arguments,
        stdout,
        stderr,
        JvmRequest.NONE,
        Optional.empty());
  }

  /**
   * Why no process could run it: the kernel takes no text with a NUL in it and no variable without
   * a name, and a path that is not absolute would mean another file.
   *
   * @return what is wrong, without any value; empty when nothing is
   */
  public Optional<String> defect() {
    for (String name : environment.keySet()) {
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        return Optional.of("a variable of the environment has no name, or one with =");
      }
    }
    if (!isAbsoluteOrNone(stdout) || !isAbsoluteOrNone(stderr)) {
      return Optional.of("its stdout or stderr is no absolute path");
    }
    boolean nul =
        Stream.of(
                Stream.of(mainClass, stdout, stderr),
                environment.entrySet().stream().flatMap(e -> Stream.of(e.getKey(), e.getValue())),
                systemProperties.entrySet().stream()
                    .flatMap(e -> Stream.of(e.getKey(), e.getValue())),
                classPath.stream(),
                arguments.stream(),
                client.stream().flatMap(c -> c.options().stream()),
                jvm.texts())
            .flatMap(texts -> texts)
            .anyMatch(text -> text.indexOf(0) >= 0);
    return nul ? Optional.of("a text in it holds a NUL character") : Optional.empty();
  }

  /** The same program with another class path. */
  public JavaProgram withClassPath(List<String> entries) {
    return new JavaProgram(
        environment, systemProperties, entries, mainClass, arguments, stdout, stderr, jvm, client);
  }

  /** The same program with what its JVM options come to. */
  public JavaProgram withOptions(Map<String, String> properties, JvmRequest request) {
    return new JavaProgram(
        environment, properties, classPath, mainClass, arguments, stdout, stderr, request, client);
  }

  private static boolean isAbsoluteOrNone(String path) {
    return path.isEmpty() || path.startsWith("/");
  }

  /** Leaves everything out but the main class: the rest may hold secrets. */
  @Override
  public String toString() {
    return "JavaProgram[" + mainClass + "]";
  }
}
