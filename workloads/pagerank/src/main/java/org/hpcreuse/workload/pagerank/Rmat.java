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
      int scale = (int) number(options, "--scale", null, 1, Generator.MAX_SCALE);
      long edgesPerNode = number(options, "--edges-per-node", "16", 1, 1 << 20);
      long seed = number(options, "--seed", "1", Long.MIN_VALUE, Long.MAX_VALUE);
      String file = options.get("--output");
      try (OutputStream sink = new BufferedOutputStream(open(out, file), BUFFER_BYTES)) {
        write(new Generator(scale, edgesPerNode, seed), scale, seed, sink);
      }
      return 0;
    } catch (PageRankException e) {
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

  private static Map<String, String> options(String... words) throws PageRankException {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      if (!OPTIONS.contains(words[i])) {
        throw PageRankException.usage("unknown option " + words[i] + " (--help shows the usage)");
      }
      if (i + 1 == words.length) {
        throw PageRankException.usage(words[i] + " needs a value");
      }
      options.put(words[i], words[i + 1]);
    }
    return options;
  }

  private static long number(
      Map<String, String> options, String name, String preset, long min, long max)
      throws PageRankException {
    String value = options.getOrDefault(name, preset);
    if (value == null) {
      throw PageRankException.usage(name + " is missing (--help shows the usage)");
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw PageRankException.usage(name + " needs a whole number, not " + value);
    }
    throw PageRankException.usage(name + " must be between " + min + " and " + max + ": " + value);
  }

  private static OutputStream open(PrintStream out, String file) throws IOException {
    if (file == null) {
      return new Checked(out);
    }
    OutputStream raw = Files.newOutputStream(Path.of(file), StandardOpenOption.CREATE_NEW);
    return file.endsWith(".gz") ? new GZIPOutputStream(raw, BUFFER_BYTES) : raw;
  }

  private static void write(Generator generator, int scale, long seed, OutputStream sink)
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

  /**
   * Makes R-MAT graphs (Chakrabarti, Zhan, Faloutsos: "R-MAT: a recursive model for graph mining",
   * 2004) with the probabilities of the Graph 500 benchmark: each edge descends into one of the
   * four quarters of the adjacency matrix, as often as the scale says. The same scale, edges per
   * node and seed give the same edges on every machine. Duplicate edges and self-loops occur, as in
   * the model; nothing is kept in memory.
   */
  static final class Generator {
    static final int MAX_SCALE = 40;
    // Of 2^32: 0.57, 0.19, 0.19; the rest, 0.05, is the last quarter's.
    private static final long A = (long) (0.57 * (1L << 32));
    private static final long AB = A + (long) (0.19 * (1L << 32));
    private static final long ABC = AB + (long) (0.19 * (1L << 32));
    private static final long LOW_HALF = 0xFFFFFFFFL;

    private final int scale;
    private final long edges;
    private long state;

    /** Takes an edge. */
    interface Sink {
      void edge(long from, long to) throws IOException;
    }

    Generator(int scale, long edgesPerNode, long seed) {
      this.scale = scale;
      this.edges = Math.multiplyExact(edgesPerNode, 1L << scale);
      this.state = seed;
    }

    long edges() {
      return edges;
    }

    void generate(Sink sink) throws IOException {
      for (long i = 0; i < edges; i++) {
        long from = 0;
        long to = 0;
        for (int bit = 0; bit < scale; bit += 2) {
          long random = next();
          long quarters = quarter(random >>> 32);
          from = (from << 1) | (quarters >>> 1);
          to = (to << 1) | (quarters & 1);
          if (bit + 1 < scale) {
            quarters = quarter(random & LOW_HALF);
            from = (from << 1) | (quarters >>> 1);
            to = (to << 1) | (quarters & 1);
          }
        }
        sink.edge(from, to);
      }
    }

    private static long quarter(long random) {
      if (random < A) {
        return 0;
      }
      if (random < AB) {
        return 1;
      }
      return random < ABC ? 2 : 3;
    }

    /** SplitMix64 (Steele, Lea, Flood 2014): written out, so that no JDK can change the graphs. */
    private long next() {
      state += 0x9E3779B97F4A7C15L;
      long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
      return mixed ^ (mixed >>> 31);
    }
  }
}
