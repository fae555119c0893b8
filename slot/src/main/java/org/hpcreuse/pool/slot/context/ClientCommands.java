/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.ClientProcess;
import org.hpcreuse.protocol.program.JavaOptions;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.SlotJvm;
import org.hpcreuse.protocol.program.StartupVariables;

/**
 * Reads the java commands of clients for this slot. A client sends its options, environment and
 * class path as they are; this does what an executor does for containers, by the same rules. Used
 * by the slot's runner thread only.
 */
public final class ClientCommands {
  private final PoolFiles files;
  private final Map<String, String> startup;
  private final Map<String, String> environment;
  private final int heapMb;

  /** Made for the first client: slots for containers need none. */
  private SlotJvm jvm;

  /**
   * Those of a slot.
   *
   * @param files its pool's
   * @param startup the start-up properties of its JVM
   * @param environment the environment that its process has started with
   * @param heapMb its maximum heap, MiB
   */
  public ClientCommands(
      PoolFiles files, Map<String, String> startup, Map<String, String> environment, int heapMb) {
    this.files = files;
    this.startup = Map.copyOf(startup);
    this.environment = Map.copyOf(environment);
    this.heapMb = heapMb;
  }

  /**
   * What a slot runs for a client.
   *
   * @param program with the properties and the requests of its options, and its class path expanded
   * @param heapMb maximum heap that it is to see, MiB
   */
  public record Accepted(JavaProgram program, int heapMb) {}

  /**
   * Reads a command. A client that asks for options which only tune a JVM gets one of its own: it
   * is there to see what they do, and nobody has told this slot to ignore them.
   *
   * @param sent the program as its client has sent it
   * @param client its client
   * @param workDir the client's directory, absolute
   * @throws NotEligibleException when it needs a JVM of its own
   * @throws IOException when its class path or this slot's JDK cannot be read
   */
  public Accepted read(JavaProgram sent, ClientProcess client, Path workDir)
      throws NotEligibleException, IOException {
    StartupVariables.requireSame(environment, sent.environment());
    StartupVariables.requireNoLibraries(environment, sent.environment(), workDir, Map.of());
    ListIterator<String> words = client.options().listIterator();
    JavaOptions options = JavaOptions.read(words);
    if (words.hasNext()) {
      throw new NotEligibleException(FallbackReason.JVM_FLAG, "a word of its options is none");
    }
    int wantedMb = options.heapMb().orElse(heapMb);
    if (wantedMb > heapMb) {
      throw new NotEligibleException(
          FallbackReason.HEAP_TOO_LARGE, wantedMb + " MiB asked, the slot has " + heapMb + " MiB");
    }
    if (jvm == null) {
      jvm = SlotJvm.of(files, Options.JvmFlags.FORK, startup);
    }
    JavaProgram program =
        sent.withOptions(options.properties(), jvm.request(options))
            .withClassPath(expanded(sent.classPath(), workDir));
    return new Accepted(program, wantedMb);
  }

  /** A client does not read the directories of jars. */
  private static List<String> expanded(List<String> entries, Path workDir) throws IOException {
    List<String> expanded = new ArrayList<>();
    for (String entry : entries) {
      if (FrameworkToken.isToken(entry)) {
        expanded.add(entry);
      } else {
        expanded.addAll(JavaClassPath.expand(entry, workDir));
      }
    }
    return expanded;
  }
}
