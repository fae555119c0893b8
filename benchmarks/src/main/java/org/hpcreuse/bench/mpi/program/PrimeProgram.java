/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;

/**
 * workloads/primecount: until the result is there. The program of figure 1 of Dao and Chiba (CCGrid
 * 2016).
 *
 * @param jar primecount.jar
 * @param limit up to which number
 * @param primes how many prime numbers there are
 */
public record PrimeProgram(Path jar, long limit, long primes) implements Program {
  @Override
  public String name() {
    return "primecount " + limit;
  }

  @Override
  public List<String> words() {
    return List.of("org.hpcreuse.workload.primecount.PrimeCount", Long.toString(limit));
  }

  @Override
  public int lines(int ranks) {
    return 1;
  }

  @Override
  public Map<String, Long> figures(Moments run, int ranks) throws BenchException {
    String wanted = primes + " primes up to " + limit + ", " + ranks + " ranks, ";
    Line line = run.lines().get(0);
    if (!line.text().startsWith(wanted)) {
      throw new BenchException(
          ExitCodes.FAILED, name() + " printed «" + line.text() + "», not «" + wanted + "…»");
    }
    return new Spans(run).to("result", line.atMicros()).withEnd();
  }
}
