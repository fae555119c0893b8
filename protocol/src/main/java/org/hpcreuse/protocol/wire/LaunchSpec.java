/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.Optional;
import org.hpcreuse.protocol.program.JavaProgram;

/**
 * A container on its way from the executor to a slot. The pool manager reads what it needs to place
 * the container and to find what the container leaves behind; only the slot reads the program.
 *
 * @param containerId YARN's container id
 * @param workDir absolute working directory
 * @param heapMb heap asked for: -Xmx, or the container's memory without one, MiB
 * @param needsMpi whether only a slot that is a rank of the pool's MPI job will do
 * @param program what the container runs
 */
public record LaunchSpec(
    String containerId,
    String workDir,
    int heapMb,
    boolean needsMpi,
    Encoded<JavaProgram> program) {

  /** A container for any slot. */
  public LaunchSpec(String containerId, String workDir, int heapMb, Encoded<JavaProgram> program) {
    this(containerId, workDir, heapMb, false, program);
  }

  /** The same container with another heap. */
  public LaunchSpec withHeapMb(int other) {
    return new LaunchSpec(containerId, workDir, other, needsMpi, program);
  }

  /**
   * Why no process could be started in the working directory. {@link JavaProgram#defect} says the
   * same of the program.
   *
   * @return what is wrong, without any value; empty when nothing is
   */
  public Optional<String> defect() {
    boolean usable = workDir.startsWith("/") && workDir.indexOf(0) < 0;
    return usable ? Optional.empty() : Optional.of("its directory is no absolute path");
  }
}
