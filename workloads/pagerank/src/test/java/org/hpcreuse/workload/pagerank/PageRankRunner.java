/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;

/** Runs the driver in this JVM, with Hadoop's local job runner, in a directory of its own. */
final class PageRankRunner {
  private final Path directory;
  private final Configuration configuration = new Configuration();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  PageRankRunner(Path directory) throws IOException {
    this.directory = directory;
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
    configuration.setInt("mapreduce.client.completion.pollinterval", 5);
    Files.createDirectories(results());
  }

  Configuration configuration() {
    return configuration;
  }

  Path results() {
    return directory.resolve("results");
  }

  Path output() {
    return results().resolve("ranks");
  }

  Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  /** Runs the driver and returns its status. */
  int run(Path input, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of(input.toString(), output().toString()));
    words.addAll(List.of(options));
    PageRank driver = new PageRank(stream(out), stream(err));
    return ToolRunner.run(configuration, driver, words.toArray(String[]::new));
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  Map<String, Double> ranks() throws IOException {
    Map<String, Double> ranks = new TreeMap<>();
    try (Stream<Path> files = Files.list(output())) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part-")).toList()) {
        readInto(ranks, Files.readString(file));
      }
    }
    return ranks;
  }

  static Map<String, Double> resource(String name) throws IOException {
    Map<String, Double> ranks = new TreeMap<>();
    try (var in = PageRankRunner.class.getResourceAsStream("/" + name)) {
      readInto(ranks, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    return ranks;
  }

  List<String> resultNames() throws IOException {
    try (Stream<Path> files = Files.list(results())) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static void readInto(Map<String, Double> ranks, String text) {
    text.lines()
        .forEach(
            line -> {
              int tab = line.indexOf('\t');
              Double before =
                  ranks.put(line.substring(0, tab), Double.valueOf(line.substring(tab + 1)));
              if (before != null) {
                throw new AssertionError("twice in the output: " + line);
              }
            });
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
