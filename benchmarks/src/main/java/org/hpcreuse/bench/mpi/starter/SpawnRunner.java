/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.starter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.mpi.program.Line;
import org.hpcreuse.bench.mpi.program.Moments;
import org.hpcreuse.bench.mpi.program.Program;
import org.hpcreuse.protocol.ExitCodes;

/**
 * In new processes that a resident rank starts by MPI_Comm_spawn. Each run has a resident rank of
 * its own, which lives before the run begins.
 *
 * @param mpi of the pool that it is compared with
 * @param jar spawn-baseline.jar
 * @param log receives what programs print on standard error
 */
public record SpawnRunner(PoolMpi mpi, Path jar, Path log) implements Runner {
  private static final String MAIN_CLASS = "org.hpcreuse.spawn.program.SpawnMain";
  private static final String RESIDENT = "resident";
  private static final String CALLED = "called ";

  @Override
  public Moments run(Program program, int ranks)
      throws IOException, BenchException, InterruptedException {
    List<String> resident = new ArrayList<>(List.of(MAIN_CLASS, Integer.toString(ranks)));
    resident.addAll(mpi.rank(program));
    List<String> words = mpi.run(1, mpi.rank(jar.toString(), resident));
    try (LineProcess process = new LineProcess(words, mpi.settings(), log, BOUND)) {
      require(process.next().text().equals(RESIDENT), process);
      long command = Moments.now();
      process.tell();
      // The resident rank's own line may come before, between or behind those of its children.
      List<Line> lines = new ArrayList<>(process.next(program.lines(ranks) + 1));
      process.awaitEnd();
      long end = Moments.now();
      List<Line> own = lines.stream().filter(line -> line.text().startsWith(CALLED)).toList();
      require(own.size() == 1, process);
      lines.removeAll(own);
      long called = Long.parseLong(own.get(0).text().substring(CALLED.length()));
      return new Moments(command, OptionalLong.empty(), OptionalLong.of(called), end, lines);
    }
  }

  private void require(boolean holds, LineProcess process) throws BenchException {
    if (!holds) {
      throw new BenchException(
          ExitCodes.FAILED, process + " printed something else than it should; see " + log);
    }
  }
}
