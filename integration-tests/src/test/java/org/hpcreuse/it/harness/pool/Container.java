/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;

/** What a test wants to run; the parts it does not set are those of a small plain container. */
public final class Container {
  private final Path workDir;
  private final Path logDir;
  private final String id;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private String stdout;
  private JvmRequest jvm = JvmRequest.NONE;
  private String mainClass;
  private List<String> classPath;
  private List<String> arguments = List.of();
  private int heapMb = 200;

  Container(Path scratch, int application, int number, String mainClass) throws IOException {
    id = String.format("container_1_%04d_01_%06d", application, number);
    workDir = Files.createDirectories(scratch.resolve("work").resolve(id));
    logDir = Files.createDirectories(scratch.resolve("logs").resolve(id));
    stdout = stdout().toString();
    this.mainClass = mainClass;
    classPath = List.of(ProgramJar.of(scratch).toString());
    environment.put("PATH", System.getenv("PATH"));
    environment.put("PWD", workDir.toString());
    environment.put("CONTAINER_ID", id);
  }

  public Container arguments(String... values) {
    arguments = List.of(values);
    return this;
  }

  public Container environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public Container property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  public Container mainClass(String name) {
    mainClass = name;
    return this;
  }

  /** Replaces the class path, which is the jar of all programs. */
  public Container classPath(List<String> entries) {
    classPath = List.copyOf(entries);
    return this;
  }

  /** The class path of the programs, then these jars. */
  public Container withFramework(List<String> jars) {
    List<String> entries = new ArrayList<>(classPath);
    entries.addAll(jars);
    return classPath(entries);
  }

  /** Its executor names this file, whatever it is, for its standard output. */
  public Container stdout(String file) {
    stdout = file;
    return this;
  }

  public Container heapMb(int value) {
    heapMb = value;
    return this;
  }

  /** What the options of its java command come to. */
  public Container jvm(JvmRequest request) {
    jvm = request;
    return this;
  }

  public String id() {
    return id;
  }

  public Path workDir() {
    return workDir;
  }

  /** All variables it will have. */
  public Map<String, String> environment() {
    return environment;
  }

  /** Where its standard output goes. */
  public Path stdout() {
    return logDir.resolve("stdout");
  }

  Path stderr() {
    return logDir.resolve("stderr");
  }

  /** What its executor sends. */
  public LaunchSpec spec() {
    return new LaunchSpec(id, workDir.toString(), heapMb, Encoded.of(program()));
  }

  /** What it runs. */
  public JavaProgram program() {
    return new JavaProgram(
        Map.copyOf(environment),
        Map.copyOf(properties),
        classPath,
        mainClass,
        arguments,
        stdout,
        stderr().toString(),
        jvm,
        Optional.empty());
  }
}
