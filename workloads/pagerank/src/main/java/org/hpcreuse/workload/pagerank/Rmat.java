/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes an R-MAT graph as an edge list; needs no Hadoop. Exit status 0: done; 1: could not write;
 * 2: wrong arguments.
 */
public final class Rmat {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final List<String> OPTIONS =
      List.of("--scale", "--edges-per-node", "--seed", "--output");
  private static final String USAGE =
      """
      usage: rmat.sh --scale S [--edges-per-node E] [--seed N] [--output FILE]
        --scale S            2^S nodes, 1 to 40
        --edges-per-node E   edges / 2^S, duplicates and self-loops included (default 16)
        --seed N             whole number (default 1); same seed, same graph
        --output FILE        new file (.gz: compressed); default: standard output
      """;

  private Rmat() {}

  /** Runs the generator and ends the JVM with its status. */
  public static void main(String[] words) {
    System.exit(run(System.out, System.err, words));
  }

  static int run(PrintStream out, PrintStream err, String... words) {
    if (List.of(words).contains("--help")) {
      out.print(USAGE);
      return 0;
    }
    try {
      Map<String, String> options = options(words);
      int scale = (int) number(options, "--scale", null, 1, RmatGenerator.MAX_SCALE);
      long edgesPerNode = number(options, "--edges-per-node", "16", 1, 1 << 20);
      long seed = number(options, "--seed", "1", Long.MIN_VALUE, Long.MAX_VALUE);
      String file = options.get("--output");
      try (OutputStream sink = new BufferedOutputStream(open(out, file), BUFFER_BYTES)) {
        write(new RmatGenerator(scale, edgesPerNode, seed), scale, seed, sink);
      }
      return 0;
    } catch (UsageException e) {
      err.println("rmat: " + e.getMessage());
      return 2;
    } catch (FileAlreadyExistsException e) {
      err.println("rmat: " + e.getMessage() + " exists already");
      return 2;
    } catch (IOException e) {
      err.println("rmat: " + e);
      return 1;
    }
  }

  private static Map<String, String> options(String... words) throws UsageException {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      if (!OPTIONS.contains(words[i])) {
        throw new UsageException("unknown option " + words[i] + " (--help shows the usage)");
      }
      if (i + 1 == words.length) {
        throw new UsageException(words[i] + " needs a value");
      }
      options.put(words[i], words[i + 1]);
    }
    return options;
  }

  private static long number(
      Map<String, String> options, String name, String preset, long min, long max)
      throws UsageException {
    String value = options.getOrDefault(name, preset);
    if (value == null) {
      throw new UsageException(name + " is missing (--help shows the usage)");
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new UsageException(name + " needs a whole number, not " + value);
    }
    throw new UsageException(name + " must be between " + min + " and " + max + ": " + value);
  }

  private static OutputStream open(PrintStream out, String file) throws IOException {
    if (file == null) {
      return new Checked(out);
    }
    OutputStream raw = Files.newOutputStream(Path.of(file), StandardOpenOption.CREATE_NEW);
    return file.endsWith(".gz") ? new GZIPOutputStream(raw, BUFFER_BYTES) : raw;
  }

  private static void write(RmatGenerator generator, int scale, long seed, OutputStream sink)
      throws IOException {
    String header =
        "# Directed graph: R-MAT, scale "
            + scale
            + ", seed "
            + seed
            + "\n# Edges with duplicates: "
            + generator.edges()
            + "\n# FromNodeId\tToNodeId\n";
    sink.write(header.getBytes(StandardCharsets.US_ASCII));
    generator.generate(
        (from, to) -> sink.write((from + "\t" + to + "\n").getBytes(StandardCharsets.US_ASCII)));
  }

  /** Notices that the reader of a pipe has gone, which a PrintStream keeps to itself. */
  private static final class Checked extends OutputStream {
    private final PrintStream out;

    Checked(PrintStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      if (out.checkError()) {
        throw new IOException("standard output is closed");
      }
    }
  }
}
