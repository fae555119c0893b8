/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.cleanup.Residue;
import org.hpcreuse.cleanup.ResidueSource;
import org.hpcreuse.cleanup.Residues;
import org.hpcreuse.cleanup.Shown;
import org.hpcreuse.protocol.LaunchSpec;

/**
 * What a process gets from its parent: environment, working directory, standard streams, system
 * properties. Put on before main() and taken off at release. Used by the runner thread only.
 */
final class Surroundings implements ResidueSource {
  /** What YARN's launch script writes for its own process id; a slot fills in its own. */
  private static final String OWN_PID = "$$";

  private final ProcessEnvironmentView environment = new ProcessEnvironmentView();
  private final WorkingDirectory workingDirectory = new WorkingDirectory();
  private final StandardStreams streams = new StandardStreams();
  private final Map<String, String> slotEnvironment;

  /** What was there before the container; a release has a baseline of its own. */
  private Map<Object, Object> slotProperties = Map.of();

  private final String slotDirectory;
  private final String slotLog;
  private final ProcessTraits traits = new ProcessTraits();
  private final Map<String, String> dispositions = dispositions();

  Surroundings(String slotLog) throws ReflectiveOperationException, IOException {
    this.slotLog = slotLog;
    slotEnvironment = environment.current();
    slotDirectory = System.getProperty("user.dir");
    streams.redirectToLog(slotLog);
  }

  /** Makes this JVM look like the container's own. */
  void putOn(LaunchSpec spec) throws ReflectiveOperationException {
    setProperties(spec);
    Map<String, String> variables = new HashMap<>(spec.environment());
    variables.replaceAll(
        (k, v) -> v.equals(OWN_PID) ? Long.toString(ProcessHandle.current().pid()) : v);
    environment.replace(variables);
    workingDirectory.change(spec.workDir());
    streams.redirect(spec.stdout(), spec.stderr());
  }

  private void setProperties(LaunchSpec spec) {
    Properties properties = System.getProperties();
    slotProperties = Map.copyOf(properties);
    properties.remove("java.library.path");
    properties.put("java.class.path", String.join(":", spec.classPath()));
    properties.put(
        "sun.java.command", (spec.mainClass() + " " + String.join(" ", spec.arguments())).strip());
    properties.putAll(spec.systemProperties());
  }

  /** Takes the standard streams away from a container whose threads have ended. */
  void takeStreams() throws IllegalAccessException {
    streams.redirectToLog(slotLog);
  }

  /** Takes off what a container has not come to use: nothing else is to be undone. */
  void takeOffUnused() throws ReflectiveOperationException {
    System.getProperties().keySet().retainAll(slotProperties.keySet());
    System.getProperties().putAll(slotProperties);
    takeOff();
  }

  /**
   * Makes this JVM the slot's own again, but for the properties, which are the release's.
   *
   * @return empty, or why the slot must be retired
   */
  String takeOff() throws ReflectiveOperationException {
    workingDirectory.change(slotDirectory);
    environment.replace(slotEnvironment);
    return traits.restore();
  }

  /** Mask of file modes; signals that are ignored and caught. */
  private static Map<String, String> dispositions() {
    return ProcessStatus.fields("Umask", "SigIgn", "SigCgt");
  }

  @Override
  public List<Residue> residue() throws IOException {
    List<Residue> found = new ArrayList<>();
    found.addAll(
        Residues.of("environment", "Java", hashed(slotEnvironment), hashed(System.getenv())));
    found.addAll(
        Residues.of(
            "native-environment", "C", hashed(slotEnvironment), hashed(environment.current())));
    found.addAll(Residues.of("cwd", "kernel", slotDirectory, kernelDirectory()));
    found.addAll(Residues.of("cwd", "java.io", slotDirectory, new File("").getAbsolutePath()));
    found.addAll(Residues.of("cwd", "java.nio", slotDirectory, nioDirectory()));
    found.addAll(Residues.of("process", "", dispositions, dispositions()));
    return found;
  }

  /** Environments are full of secrets under any name. */
  private static Map<String, String> hashed(Map<String, String> variables) {
    Map<String, String> hashed = new HashMap<>(variables);
    hashed.replaceAll((name, value) -> Shown.hash(value));
    return hashed;
  }

  private static String kernelDirectory() throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/self/cwd")).toString();
  }

  private static String nioDirectory() {
    return Path.of("").toAbsolutePath().toString();
  }
}
