/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.LineReader;

/** Looks at the input before anything is submitted: is it there, and is there an edge in it? */
final class EdgeFiles {
  private final Configuration configuration;
  private final FileSystem fileSystem;
  private final Path input;

  EdgeFiles(Configuration configuration, Path input) throws IOException {
    this.configuration = configuration;
    this.fileSystem = input.getFileSystem(configuration);
    this.input = fileSystem.makeQualified(input);
  }

  /** Reads until the first edge. */
  void requireEdge() throws IOException, PageRankException {
    FileStatus[] roots = fileSystem.globStatus(input, EdgeFiles::isVisible);
    if (roots == null || roots.length == 0) {
      throw PageRankException.usage("input " + input + " does not exist");
    }
    List<Path> files = new ArrayList<>();
    collect(roots, files);
    long bad = 0;
    for (Path file : files) {
      long badInFile = badLinesBeforeEdge(file);
      if (badInFile < 0) {
        return;
      }
      bad += badInFile;
    }
    throw PageRankException.usage(
        "the graph is empty: no edge in "
            + (files.size() == 1 ? files.get(0) : input + " (" + files.size() + " files)")
            + (bad > 0 ? ", only " + bad + " bad lines" : ""));
  }

  private void collect(FileStatus[] statuses, List<Path> files) throws IOException {
    for (FileStatus status : statuses) {
      if (status.isDirectory()) {
        collect(fileSystem.listStatus(status.getPath(), EdgeFiles::isVisible), files);
      } else {
        files.add(status.getPath());
      }
    }
  }

  /** What Hadoop's input formats skip: names that begin with _ or a dot. */
  private static boolean isVisible(Path path) {
    return !path.getName().startsWith("_") && !path.getName().startsWith(".");
  }

  /** Returns the number of bad lines of a file without an edge, -1 when it has one. */
  private long badLinesBeforeEdge(Path file) throws IOException {
    EdgeLine edge = new EdgeLine();
    Text line = new Text();
    long bad = 0;
    try (InputStream in = open(file);
        LineReader reader = new LineReader(in, configuration)) {
      while (reader.readLine(line) > 0) {
        switch (edge.parse(line)) {
          case EDGE -> {
            return -1;
          }
          case BAD -> bad++;
          case IGNORED -> {}
        }
      }
    } catch (IOException e) {
      throw new IOException("input " + file + " cannot be read: " + e.getMessage(), e);
    }
    return bad;
  }

  private InputStream open(Path file) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(file);
    InputStream raw = fileSystem.open(file);
    return codec == null ? raw : codec.createInputStream(raw);
  }
}
