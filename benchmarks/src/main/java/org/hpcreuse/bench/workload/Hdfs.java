/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.protocol.ExitCodes;

/** Files of a cluster's HDFS, through its own client. All benchmarks work below {@link #BASE}. */
public final class Hdfs {
  static final String BASE = "/bench";

  private static final int BUFFER_BYTES = 1 << 16;

  private final Cluster cluster;

  Hdfs(Cluster cluster) {
    this.cluster = cluster;
  }

  static String path(String name) {
    return BASE + "/" + name;
  }

  /** Two workloads may have the same input, and a run that was stopped may have put it there. */
  void put(String directory, Path... files)
      throws IOException, BenchException, InterruptedException {
    cluster.hadoop("fs", "-mkdir", "-p", directory);
    List<String> words = new ArrayList<>(List.of("fs", "-put", "-f"));
    Stream.of(files).map(Path::toString).forEach(words::add);
    words.add(directory);
    cluster.hadoop(words.toArray(String[]::new));
  }

  /** Removes all that the benchmarks have put there. */
  public static void removeAll(Cluster cluster)
      throws IOException, BenchException, InterruptedException {
    new Hdfs(cluster).remove(BASE);
  }

  void remove(String... paths) throws IOException, BenchException, InterruptedException {
    String[] words = new String[paths.length + 4];
    words[0] = "fs";
    words[1] = "-rm";
    words[2] = "-r";
    words[3] = "-skipTrash";
    System.arraycopy(paths, 0, words, 4, paths.length);
    cluster.hadoop(words);
  }

  /**
   * SHA-256 over all parts of a job's output, one after the other.
   *
   * @throws BenchException also when there is nothing in it: all empty outputs are equal
   */
  String digest(String output) throws IOException, BenchException, InterruptedException {
    return required(output, cluster.hadoop(Hdfs::sha256, "fs", "-cat", parts(output)));
  }

  private static String required(String output, String digest) throws IOException, BenchException {
    if (digest.equals(sha256(InputStream.nullInputStream()))) {
      throw new BenchException(ExitCodes.FAILED, "the output " + output + " is empty");
    }
    return digest;
  }

  /**
   * Removes a job's output.
   *
   * @return its digest, as {@link Workload#collect} names it
   */
  Map<String, String> take(String output) throws IOException, BenchException, InterruptedException {
    return take(output, digest(output));
  }

  /** The same for an output whose lines may have another order in each run: their digest. */
  Map<String, String> takeUnordered(String output)
      throws IOException, BenchException, InterruptedException {
    return take(
        output, required(output, cluster.hadoop(Hdfs::sortedSha256, "fs", "-cat", parts(output))));
  }

  private Map<String, String> take(String output, String digest)
      throws IOException, BenchException, InterruptedException {
    remove(output);
    return Map.of("sha256", digest);
  }

  /** A job's output as text. */
  String text(String output) throws IOException, BenchException, InterruptedException {
    return cluster.hadoop(
        in -> new String(in.readAllBytes(), StandardCharsets.UTF_8), "fs", "-cat", parts(output));
  }

  /**
   * Copies files into one local file.
   *
   * @param files their names, as for {@code fs -cat}
   */
  void fetch(String files, Path file) throws IOException, BenchException, InterruptedException {
    Files.createDirectories(file.getParent());
    cluster.hadoop(
        in -> Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING), "fs", "-cat", files);
  }

  /** The files of a job's output. */
  static String parts(String output) {
    return output + "/part-*";
  }

  /** Of its lines in their alphabetical order. */
  static String sortedSha256(InputStream in) throws IOException {
    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    String sorted = text.lines().sorted().map(line -> line + "\n").collect(Collectors.joining());
    return sha256(new ByteArrayInputStream(sorted.getBytes(StandardCharsets.UTF_8)));
  }

  private static String sha256(InputStream in) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
