/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.protocol.ExitCodes;

/**
 * workloads/pingpong and pingpong-queues: the time of a message one way, by its size. The name of a
 * figure is the size in bytes.
 *
 * @param jar of the program
 * @param mainClass of the program
 * @param way the program's argument: {@code array} or {@code direct}, or a message queue
 * @param rounds the program's argument
 */
public record PingPongProgram(Path jar, String mainClass, String way, int rounds)
    implements Program {
  /** 1 B to 4 MiB. */
  private static final int SIZES = 23;

  private static final double NANOS_PER_MICRO = 1000;
  private static final Pattern TIME = Pattern.compile("(\\w+) (\\d+) (\\d+\\.\\d+) \\d+\\.\\d+");

  @Override
  public String name() {
    return "pingpong " + way;
  }

  @Override
  public List<String> words() {
    return List.of(mainClass, way, Integer.toString(rounds));
  }

  @Override
  public int lines(int ranks) {
    return SIZES;
  }

  @Override
  public Map<String, Long> figures(Moments run, int ranks) throws BenchException {
    Map<String, Long> nanos = new LinkedHashMap<>();
    for (Line line : run.lines()) {
      Matcher matcher = TIME.matcher(line.text());
      if (!matcher.matches() || !matcher.group(1).equals(way)) {
        throw new BenchException(ExitCodes.FAILED, name() + " printed «" + line.text() + "»");
      }
      nanos.put(
          matcher.group(2), Math.round(Double.parseDouble(matcher.group(3)) * NANOS_PER_MICRO));
    }
    return nanos;
  }
}
