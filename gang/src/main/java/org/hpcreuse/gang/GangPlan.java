/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.protocol.wire.Encoded;

/**
 * A gang as its user wants it.
 *
 * @param mainClass of the MPI program
 * @param arguments of its {@code main()}
 * @param ranks how many
 * @param memoryMb memory of a rank's container, MiB
 * @param heapMb largest heap of a rank, MiB
 * @param withHadoop whether the program finds Hadoop's classes and configuration
 * @param files what YARN brings to each rank; its jars are the class path, in this order, with
 *     their sizes and times
 * @param timeLimitSeconds how long the program may run; empty = without limit
 * @param detached whether it goes on when its client is gone
 */
public record GangPlan(
    String mainClass,
    List<String> arguments,
    int ranks,
    int memoryMb,
    int heapMb,
    boolean withHadoop,
    List<StagedFile> files,
    Optional<Long> timeLimitSeconds,
    boolean detached) {
  /** The type of the application, which «yarn application -list -appTypes» takes. */
  public static final String TYPE = "MPI";

  /** The plan's file in the ApplicationMaster's working directory. */
  public static final String FILE = "gang.plan";

  /** The gang's secret in the working directory of each of its containers. */
  public static final String SECRET_FILE = "gang.secret";

  /**
   * A file that YARN brings to containers.
   *
   * @param name in the working directory
   * @param uri where it lies
   * @param bytes its size
   * @param timeMs its modification time, as the file system has it
   */
  public record StagedFile(String name, String uri, long bytes, long timeMs) {}

  /** As it is in its file. */
  public byte[] toBytes() {
    return Encoded.of(this).bytes();
  }

  /** Reads the plan of this ApplicationMaster. */
  public static GangPlan read() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(FILE));
    return new Encoded<>(GangPlan.class, bytes).decode();
  }
}
