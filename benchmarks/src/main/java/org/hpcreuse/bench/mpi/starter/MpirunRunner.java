/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.starter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.mpi.program.Line;
import org.hpcreuse.bench.mpi.program.Moments;
import org.hpcreuse.bench.mpi.program.Program;

/**
 * In new processes, by mpirun.
 *
 * @param mpi of the pool that it is compared with
 * @param log receives what programs print on standard error
 */
public record MpirunRunner(PoolMpi mpi, Path log) implements Runner {
  @Override
  public Moments run(Program program, int ranks)
      throws IOException, BenchException, InterruptedException {
    List<String> words = mpi.run(ranks, mpi.rank(program));
    long command = Moments.now();
    try (LineProcess process = new LineProcess(words, mpi.settings(), log, BOUND)) {
      List<Line> lines = process.next(program.lines(ranks));
      process.awaitEnd();
      return new Moments(command, OptionalLong.empty(), OptionalLong.empty(), Moments.now(), lines);
    }
  }
}
