/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.pool.slot.process.BlockedThreads;
import org.hpcreuse.pool.slot.process.LibC;
import org.hpcreuse.pool.slot.process.ProcessStatus;
import org.hpcreuse.protocol.program.ClientProcess;
import org.hpcreuse.protocol.program.JavaProgram;

/**
 * What a process gets from its parent: environment, working directory, standard streams, system
 * properties. Applied before main() and restored at release. Used by the runner thread only.
 */
public final class ProcessContext implements ResidueSource {
  private static final String LIBRARY_PATH = "java.library.path";

  /** Source: os_linux.cpp of OpenJDK 17 to 25, SYS_EXT_DIR. */
  private static final String FIRST_OF_HOTSPOT = "/usr/java/packages/lib";

  /** What YARN's launch script writes for its own process id; a slot fills in its own. */
  private static final String OWN_PID = "$$";

  private static final String PID_VARIABLE = "JVM_PID";

  private final ProcessEnvironmentView environment = new ProcessEnvironmentView();
  private final WorkingDirectory workingDirectory = new WorkingDirectory();
  private final ContainerStreams streams = new ContainerStreams();
  private final Map<String, String> slotEnvironment;

  /** What was there before the container; a release has a baseline of its own. */
  private Map<Object, Object> slotProperties = Map.of();

  /** Whether the program is one of a client, whose terminal or pipe may block threads. */
  private boolean isClient;

  private final String slotDirectory;
  private final String slotLog;
  private final ProcessTraits traits = new ProcessTraits();
  private final Map<String, Redacted.Label> dispositions = dispositions();

  public ProcessContext(String slotLog) throws ReflectiveOperationException, IOException {
    this.slotLog = slotLog;
    slotEnvironment = environment.current();
    slotDirectory = System.getProperty("user.dir");
    streams.redirectToLog(slotLog);
  }

  /** Remembers what {@link #undo} goes back to; call it before {@link #apply}. */
  public void remember() {
    slotProperties = Map.copyOf(System.getProperties());
  }

  /**
   * Makes this JVM look like the container's own.
   *
   * @param workDir absolute working directory
   */
  public void apply(String workDir, JavaProgram program) throws ReflectiveOperationException {
    traits.begin();
    setProperties(program);
    Map<String, String> variables = new HashMap<>(program.environment());
    // As YARN's launch script sets it. A client's environment is the one of its own process.
    if (program.client().isEmpty()) {
      variables.replace(PID_VARIABLE, OWN_PID, Long.toString(ProcessHandle.current().pid()));
    }
    environment.replace(variables);
    workingDirectory.change(workDir);
    isClient = program.client().isPresent();
    if (isClient) {
      ClientProcess client = program.client().get();
      LibC.umask(client.umask());
      streams.take(ClientDescriptors.receive(client.socket()));
    } else {
      streams.redirect(program.stdout(), program.stderr());
    }
  }

  private void setProperties(JavaProgram program) {
    Properties properties = System.getProperties();
    properties.put(LIBRARY_PATH, libraryPath(program.environment()));
    properties.put("java.class.path", String.join(":", program.classPath()));
    properties.put(
        "sun.java.command",
        (program.mainClass() + " " + String.join(" ", program.arguments())).strip());
    properties.putAll(program.systemProperties());
  }

  /**
   * As HotSpot makes it: the variable, then directories that its builders have chosen. The slot's
   * own has those of MPI before them.
   */
  private static String libraryPath(Map<String, String> environment) {
    String path = System.getProperty(LIBRARY_PATH);
    int first = path.indexOf(FIRST_OF_HOTSPOT);
    String chosen = first < 0 ? "" : path.substring(first);
    String wanted = environment.getOrDefault("LD_LIBRARY_PATH", "");
    return wanted.isEmpty() ? chosen : wanted + ":" + chosen;
  }

  /** Takes the standard streams away from a container that is over; its threads may still run. */
  public void takeStreams() throws IllegalAccessException {
    if (isClient) {
      // What a thread still waits to write must not come into the log.
      streams.redirectToNowhere();
      BlockedThreads.interrupt();
    } else {
      streams.redirectToLog(slotLog);
    }
  }

  /**
   * Restores all of it for a container that has not run: nothing else is to be undone.
   *
   * @return empty, or what is not as it was
   */
  public String undo() throws ReflectiveOperationException, IOException {
    System.getProperties().keySet().retainAll(slotProperties.keySet());
    System.getProperties().putAll(slotProperties);
    String failed = restore();
    return failed.isEmpty()
        ? residue().stream().map(Residue::where).collect(Collectors.joining(", "))
        : failed;
  }

  /**
   * Makes this JVM the slot's own again. The release restores the properties.
   *
   * @return empty, or why the slot must be retired
   */
  public String restore() throws ReflectiveOperationException {
    if (isClient) {
      streams.openLog(slotLog);
      isClient = false;
    }
    workingDirectory.change(slotDirectory);
    environment.replace(slotEnvironment);
    return traits.restore();
  }

  /** Mask of file modes; signals that are ignored and caught. */
  private static Map<String, Redacted.Label> dispositions() {
    return ProcessStatus.fields("Umask", "SigIgn", "SigCgt").entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, field -> new Redacted.Label(field.getValue())));
  }

  @Override
  public List<Residue> residue() throws IOException {
    List<Residue> found = new ArrayList<>();
    found.addAll(Residues.of("environment", "Java", slotEnvironment, System.getenv()));
    found.addAll(Residues.of("native-environment", "C", slotEnvironment, environment.current()));
    found.addAll(directory("kernel", kernelDirectory()));
    found.addAll(directory("java.io", new File("").getAbsolutePath()));
    found.addAll(directory("java.nio", nioDirectory()));
    found.addAll(Residues.of("process", "", dispositions, dispositions()));
    return found;
  }

  private List<Residue> directory(String whose, String now) {
    return Residues.of("cwd", whose, label(slotDirectory), label(now));
  }

  private static Redacted.Label label(String name) {
    return new Redacted.Label(Redacted.name(name));
  }

  private static String kernelDirectory() throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/self/cwd")).toString();
  }

  private static String nioDirectory() {
    return Path.of("").toAbsolutePath().toString();
  }
}
