/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;

/**
 * workloads/mpistart: when the last rank was in its {@code main()}, and when the last one came out
 * of the first barrier.
 *
 * @param jar mpistart.jar
 */
public record StartProgram(Path jar) implements Program {
  private static final Pattern RANK = Pattern.compile("rank (\\d+) (\\d+) (\\d+)");

  @Override
  public String name() {
    return "mpistart";
  }

  @Override
  public List<String> words() {
    return List.of("org.hpcreuse.workload.mpistart.MpiStart");
  }

  @Override
  public int lines(int ranks) {
    return ranks;
  }

  @Override
  public Map<String, Long> figures(Moments run, int ranks) throws BenchException {
    BitSet seen = new BitSet();
    long begun = 0;
    long ready = 0;
    for (Line line : run.lines()) {
      Matcher matcher = RANK.matcher(line.text());
      if (!matcher.matches()) {
        throw new BenchException(ExitCodes.FAILED, name() + " printed «" + line.text() + "»");
      }
      seen.set(Integer.parseInt(matcher.group(1)));
      begun = Math.max(begun, Long.parseLong(matcher.group(2)));
      ready = Math.max(ready, Long.parseLong(matcher.group(3)));
    }
    if (seen.cardinality() != ranks || seen.length() != ranks) {
      throw new BenchException(
          ExitCodes.FAILED, name() + " ran with " + ranks + " ranks, and these said so: " + seen);
    }
    return new Spans(run).to("all in main", begun).to("all can talk", ready).withEnd();
  }
}
