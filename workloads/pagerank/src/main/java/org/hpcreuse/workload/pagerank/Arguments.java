/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.hadoop.fs.Path;

/**
 * The command line.
 *
 * @param input edge list, directory of edge lists, or glob
 * @param output directory to be made
 * @param maxIterations how many iterations at most; exactly so many when there is no tolerance
 * @param tolerance L1 delta below which to stop
 * @param damping probability to follow an edge, 0 to 1
 * @param reduces reduces of each job; else the configuration's
 * @param maxBadLines bad lines to skip before failing
 * @param work directory for intermediate data; else beside the output
 * @param top number of nodes to print
 */
record Arguments(
    Path input,
    Path output,
    int maxIterations,
    OptionalDouble tolerance,
    double damping,
    OptionalInt reduces,
    long maxBadLines,
    Optional<Path> work,
    int top) {
  static final double DEFAULT_DAMPING = 0.85;
  static final double DEFAULT_TOLERANCE = 1e-8;
  static final int DEFAULT_MAX_ITERATIONS = 100;

  static final String USAGE =
      """
      usage: pagerank.jar INPUT OUTPUT [options]
        INPUT                edge list ("from to" a line, # comments; plain or .gz), directory or glob
        OUTPUT               directory to be made: lines of node, tab, rank
        --iterations N       exactly N iterations, or
        --tolerance T        iterate until the ranks' L1 change is below T (default 1e-8),
        --max-iterations M     but at most M times (default 100)
        --damping D          probability to follow an edge (default 0.85)
        --reduces R          reduces of each job (default: mapreduce.job.reduces)
        --max-bad-lines B    lines without exactly two fields that are skipped (default 0)
        --work DIR           intermediate data (default: beside OUTPUT); same file system as OUTPUT
        --top K              print the K nodes of the highest rank
        --verbose            show Hadoop's own messages
        --help               show this
      Hadoop's generic options (-D name=value, -conf FILE, …) come first.
      """;

  static Arguments parse(String... words) throws PageRankException {
    return new Parser(words).parse();
  }

  /** Takes the words one by one. */
  private static final class Parser {
    private final Deque<String> words;
    private final List<Path> paths = new ArrayList<>();
    private OptionalInt iterations = OptionalInt.empty();
    private OptionalInt maxIterations = OptionalInt.empty();
    private OptionalDouble tolerance = OptionalDouble.empty();
    private double damping = DEFAULT_DAMPING;
    private OptionalInt reduces = OptionalInt.empty();
    private long maxBadLines;
    private Optional<Path> work = Optional.empty();
    private int top;

    Parser(String... words) {
      this.words = new ArrayDeque<>(List.of(words));
    }

    Arguments parse() throws PageRankException {
      while (!words.isEmpty()) {
        take(words.removeFirst());
      }
      if (paths.size() != 2) {
        throw PageRankException.usage(
            "INPUT and OUTPUT expected, " + paths.size() + " paths given");
      }
      if (iterations.isPresent() && (tolerance.isPresent() || maxIterations.isPresent())) {
        throw PageRankException.usage(
            "--iterations is a fixed number: it excludes --tolerance and --max-iterations");
      }
      if (iterations.isEmpty() && tolerance.isEmpty()) {
        tolerance = OptionalDouble.of(DEFAULT_TOLERANCE);
      }
      return new Arguments(
          paths.get(0),
          paths.get(1),
          iterations.orElse(maxIterations.orElse(DEFAULT_MAX_ITERATIONS)),
          tolerance,
          damping,
          reduces,
          maxBadLines,
          work,
          top);
    }

    private void take(String word) throws PageRankException {
      switch (word) {
        case "--iterations" -> iterations = OptionalInt.of(positive(word));
        case "--max-iterations" -> maxIterations = OptionalInt.of(positive(word));
        case "--tolerance" -> tolerance = OptionalDouble.of(number(word, Double.MIN_VALUE, 2));
        case "--damping" -> damping = number(word, 0, 1);
        case "--reduces" -> reduces = OptionalInt.of(positive(word));
        case "--max-bad-lines" -> maxBadLines = integer(word, 0, Long.MAX_VALUE);
        case "--work" -> work = Optional.of(path(value(word)));
        case "--top" -> top = positive(word);
        case "--verbose" -> {}
        default -> {
          if (word.startsWith("-")) {
            throw PageRankException.usage("unknown option " + word);
          }
          paths.add(path(word));
        }
      }
    }

    private String value(String option) throws PageRankException {
      if (words.isEmpty()) {
        throw PageRankException.usage(option + " needs a value");
      }
      return words.removeFirst();
    }

    private int positive(String option) throws PageRankException {
      return (int) integer(option, 1, Integer.MAX_VALUE);
    }

    private long integer(String option, long min, long max) throws PageRankException {
      String value = value(option);
      try {
        long number = Long.parseLong(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw PageRankException.usage(option + " needs a whole number, not " + value);
      }
      throw PageRankException.usage(
          option + " must be between " + min + " and " + max + ": " + value);
    }

    private double number(String option, double min, double max) throws PageRankException {
      String value = value(option);
      try {
        double number = Double.parseDouble(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw PageRankException.usage(option + " needs a number, not " + value);
      }
      throw PageRankException.usage(
          option + " must be between " + min + " and " + max + ": " + value);
    }

    private static Path path(String text) throws PageRankException {
      try {
        return new Path(text);
      } catch (IllegalArgumentException e) {
        throw PageRankException.usage("no path: \"" + text + "\" (" + e.getMessage() + ")");
      }
    }
  }
}
