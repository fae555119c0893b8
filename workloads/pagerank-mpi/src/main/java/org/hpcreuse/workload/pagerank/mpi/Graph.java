/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank.mpi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * A part of the graph: all names, and the edges that leave every size-th node. All ranks read all
 * lines in the same order, so that a name has the same number everywhere.
 */
final class Graph {
  private static final Pattern BLANKS = Pattern.compile("[ \\t\\x0b\\f\\r]+");

  private final int rank;
  private final int size;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /** Of the own nodes, by number; null for a node of another rank, or without an edge. */
  private final List<int[]> targets = new ArrayList<>();

  private final List<Integer> counts = new ArrayList<>();

  private Graph(int rank, int size) {
    this.rank = rank;
    this.size = size;
  }

  /**
   * Reads a file, or all files of a directory and below.
   *
   * @throws IOException when a line has not two names
   */
  static Graph read(Configuration configuration, Path input, int rank, int size)
      throws IOException {
    Graph graph = new Graph(rank, size);
    FileSystem fileSystem = input.getFileSystem(configuration);
    CompressionCodecFactory codecs = new CompressionCodecFactory(configuration);
    for (Path file : files(fileSystem, fileSystem.getFileStatus(input))) {
      CompressionCodec codec = codecs.getCodec(file);
      try (InputStream raw = fileSystem.open(file);
          InputStream in = codec == null ? raw : codec.createInputStream(raw);
          BufferedReader lines =
              new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        graph.read(lines, file);
      }
    }
    graph.sortTargets();
    return graph;
  }

  private static List<Path> files(FileSystem fileSystem, FileStatus status) throws IOException {
    if (!status.isDirectory()) {
      return List.of(status.getPath());
    }
    List<Path> files = new ArrayList<>();
    FileStatus[] below =
        fileSystem.listStatus(
            status.getPath(),
            path -> !path.getName().startsWith("_") && !path.getName().startsWith("."));
    Arrays.sort(below);
    for (FileStatus each : below) {
      files.addAll(files(fileSystem, each));
    }
    return files;
  }

  private void read(BufferedReader lines, Path file) throws IOException {
    long number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String text = line.strip();
      if (!text.isEmpty() && text.charAt(0) != '#') {
        String[] fields = BLANKS.split(text, -1);
        if (fields.length != 2) {
          throw new IOException(file + ":" + number + ": " + fields.length + " names, not two");
        }
        add(number(fields[0]), number(fields[1]));
      }
    }
  }

  private int number(String name) {
    Integer known = numbers.putIfAbsent(name, names.size());
    if (known != null) {
      return known;
    }
    names.add(name);
    targets.add(null);
    counts.add(0);
    return names.size() - 1;
  }

  private void add(int from, int to) {
    if (from % size != rank) {
      return;
    }
    int count = counts.get(from);
    int[] known = targets.get(from);
    if (known == null) {
      known = new int[2];
    } else if (count == known.length) {
      known = Arrays.copyOf(known, 2 * count);
    }
    known[count] = to;
    targets.set(from, known);
    counts.set(from, count + 1);
  }

  /** Each target once, in order: a sum is the same whatever order the lines have. */
  private void sortTargets() {
    for (int node = rank; node < names.size(); node += size) {
      int[] known = targets.get(node);
      if (known != null) {
        int[] once = Arrays.stream(known, 0, counts.get(node)).sorted().distinct().toArray();
        targets.set(node, once);
      }
    }
  }

  int nodes() {
    return names.size();
  }

  String name(int node) {
    return names.get(node);
  }

  /** Of a node of this rank; null without any. */
  int[] targets(int node) {
    return targets.get(node);
  }
}
