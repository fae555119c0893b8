/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.BenchException;

/** An MPI program that is measured. It runs the same under each starter. */
public interface Program {
  /** Its name in samples and tables. */
  String name();

  /** Its jar. */
  Path jar();

  /** Its main class and arguments. */
  List<String> words();

  /** How many lines a run prints. */
  int lines(int ranks);

  /**
   * What a run has shown.
   *
   * @return nanoseconds by name, in the order of the table
   * @throws BenchException when it has printed something else than it should
   */
  Map<String, Long> figures(Moments run, int ranks) throws BenchException;
}
