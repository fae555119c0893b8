/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;

/**
 * Files of a cluster's HDFS, through its own client. All benchmarks work below {@link #BASE}.
 *
 * @param cluster which is up
 */
public record Hdfs(Cluster cluster) {
  static final String BASE = "/bench";

  static String path(String name) {
    return BASE + "/" + name;
  }

  /** Two workloads may have the same input, and a run that was stopped may have put it there. */
  void put(String directory, List<Path> files) throws IOException, InterruptedException {
    cluster.hadoop("fs", "-mkdir", "-p", directory);
    List<String> words = new ArrayList<>(List.of("fs", "-put", "-f"));
    files.forEach(file -> words.add(file.toString()));
    words.add(directory);
    cluster.hadoop(words.toArray(String[]::new));
  }

  /** Removes all that the benchmarks have put there. */
  public void removeAll() throws IOException, InterruptedException {
    remove(BASE);
  }

  void remove(String... paths) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("fs", "-rm", "-r", "-skipTrash"));
    words.addAll(List.of(paths));
    cluster.hadoop(words.toArray(String[]::new));
  }

  /**
   * SHA-256 over all parts of a job's output, one after the other.
   *
   * @throws BenchException also when there is nothing in it: all empty outputs are equal
   */
  String digest(String output) throws IOException, InterruptedException {
    return digest(output, Hdfs::sha256);
  }

  /** The same for an output whose lines may have another order in each run. */
  String unorderedDigest(String output) throws IOException, InterruptedException {
    return digest(output, Hdfs::sortedSha256);
  }

  private String digest(String output, Commands.Reader<String> reader)
      throws IOException, InterruptedException {
    String digest = cluster.hadoop(reader, "fs", "-cat", parts(output));
    if (digest.equals(sha256(InputStream.nullInputStream()))) {
      throw BenchException.failed("the output " + output + " is empty");
    }
    return digest;
  }

  /** Files as text. */
  String text(String files) throws IOException, InterruptedException {
    return cluster.hadoop(Commands::utf8, "fs", "-cat", files);
  }

  /**
   * Copies files into one local file below a directory, and then removes an output.
   *
   * @param files their names, as for {@code fs -cat}
   * @return the file, as {@link Workload#collect} names it
   */
  String fetch(String files, Path directory, String file, String output)
      throws IOException, InterruptedException {
    Path to = Files.createDirectories(directory).resolve(file);
    cluster.hadoop(
        in -> Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING), "fs", "-cat", files);
    remove(output);
    return "file:" + file;
  }

  /** The files of a job's output. */
  static String parts(String output) {
    return output + "/part-*";
  }

  /** Of its lines in their alphabetical order. */
  static String sortedSha256(InputStream in) throws IOException {
    String sorted =
        Commands.utf8(in).lines().sorted().map(line -> line + "\n").collect(Collectors.joining());
    return sha256(new ByteArrayInputStream(sorted.getBytes(StandardCharsets.UTF_8)));
  }

  private static String sha256(InputStream in) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
