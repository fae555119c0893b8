/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.starter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.PoolAdmin;
import org.hpcreuse.bench.mpi.program.Program;
import org.hpcreuse.bench.process.ProcFile;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * The MPI of a pool, for processes of one's own: the same mpirun with the same settings.
 *
 * @param mpirun the command of the pool's mpirun without what it starts
 * @param settings its variables for Open MPI
 * @param java the command of a JVM with MPI's Java bindings; {@code -cp} is the last word
 * @param jar the bindings
 */
public record PoolMpi(
    List<String> mpirun, Map<String, String> settings, List<String> java, String jar) {
  /** What the ranks of a program have at most, as the containers have of a gang. */
  private static final String HEAP = "-Xmx512m";

  public PoolMpi {
    mpirun = List.copyOf(mpirun);
    settings = Map.copyOf(settings);
    java = List.copyOf(java);
  }

  /** Of a pool whose mpirun lives. */
  public static PoolMpi of(PoolAdmin pool) throws IOException, BenchException {
    long pid = pool.mpirun();
    List<String> words = ProcFile.list(pid, "cmdline");
    int program = words.indexOf("-n");
    if (program < 0) {
      throw new BenchException(
          ExitCodes.FAILED, "process " + pid + " is no mpirun that has started ranks: " + words);
    }
    Map<String, String> settings = new HashMap<>();
    for (String entry : ProcFile.list(pid, "environ")) {
      if (entry.matches("(?s)(OMPI|PMIX|PRTE)_MCA_\\w+=.*")) {
        settings.put(
            entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
      }
    }
    PoolFiles files = pool.files();
    return new PoolMpi(
        words.subList(0, program),
        settings,
        List.of(
            files.get(Options.JAVA_HOME) + "/bin/java",
            HEAP,
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-Djava.library.path=" + files.get(Options.MPI_LIBRARY_PATH),
            "-cp"),
        files.get(Options.MPI_JAR));
  }

  /** The command of mpirun that starts so many processes of a command. */
  List<String> run(int ranks, List<String> command) {
    List<String> words = new ArrayList<>(mpirun);
    words.addAll(List.of("-n", Integer.toString(ranks)));
    words.addAll(command);
    return words;
  }

  /** The command of one rank of a program. */
  List<String> rank(Program program) {
    return rank(program.jar().toString(), program.words());
  }

  /** The command of a JVM with a jar and the bindings. */
  List<String> rank(String program, List<String> arguments) {
    List<String> words = new ArrayList<>(java);
    words.add(program + ":" + jar);
    words.addAll(arguments);
    return words;
  }
}
