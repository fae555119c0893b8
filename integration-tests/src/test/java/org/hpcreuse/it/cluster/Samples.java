/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hpcreuse.it.harness.Gate;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.job.OneContainer;
import org.hpcreuse.it.job.OneMap;

/** Input in HDFS and jars for the jobs of the tests, made when first needed. */
public final class Samples {
  /** Splits the licence, which {@link #oneMap} reads, for three maps. */
  static final String THREE_SPLITS = "-Dmapreduce.input.fileinputformat.split.maxsize=4096";

  private static final AtomicInteger OUTPUTS = new AtomicInteger();

  private Samples() {}

  /** A directory of two real text files in HDFS: this project's licence and a read-me. */
  public static String text(Cluster cluster) throws IOException, InterruptedException {
    Path mark = cluster.dir().resolve("text-is-there");
    if (Files.notExists(mark)) {
      cluster.hadoop("fs", "-mkdir", "-p", "/it/text");
      cluster.hadoop(
          "fs",
          "-put",
          Installation.root().resolve("LICENSE").toString(),
          Installation.root().resolve("workloads/pagerank/README.md").toString(),
          "/it/text");
      Files.createFile(mark);
    }
    return "/it/text";
  }

  /** A name in HDFS that nothing has yet. */
  public static String output(String what) {
    return "/it/out-" + OUTPUTS.incrementAndGet() + "-" + what;
  }

  /** The jar of {@link OneMap} and its like. */
  public static String jobJar(Cluster cluster) throws IOException {
    Path jar = cluster.dir().resolve("jobs.jar");
    if (Files.notExists(jar)) {
      ProgramJar.ofPackage(jar, OneMap.class, List.of());
    }
    return jar.toString();
  }

  /**
   * Starts {@link OneMap}.
   *
   * @param mapper one of its classes
   * @param output where it writes
   * @param options of the job, before its own words
   */
  static Client oneMap(Cluster cluster, String mapper, String output, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(jobJar(cluster));
    words.add(OneMap.class.getName());
    words.addAll(List.of(options));
    words.addAll(List.of(mapper, text(cluster) + "/LICENSE", output));
    return cluster.startHadoop(words.toArray(new String[0]));
  }

  /**
   * Starts {@link OneMap} with three maps, and returns when all of them are at the gate.
   *
   * @param mapper one of its classes that arrive at a gate
   */
  static Client threeMapsAtGate(
      Cluster cluster, String mapper, String output, Gate gate, String... options)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(gate(gate), THREE_SPLITS));
    all.addAll(List.of(options));
    Client job = oneMap(cluster, mapper, output, all.toArray(new String[0]));
    for (int map = 0; map < 3; map++) {
      gate.awaitArrival();
    }
    return job;
  }

  /**
   * Starts {@link OneContainer}.
   *
   * @param retries how often the NodeManager runs it again when it fails
   * @param command a line of shell
   * @param environment NAME=VALUE for the container
   */
  public static Client oneContainer(
      Cluster cluster, int retries, String command, String... environment) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(jobJar(cluster));
    words.addAll(List.of(OneContainer.class.getName(), Integer.toString(retries), command));
    words.addAll(List.of(environment));
    return cluster.startHadoop(words.toArray(new String[0]));
  }

  /** The command that runs a class of the jobs' jar, in a slot where it can. */
  public static String java(Class<?> main) {
    return "$JAVA_HOME/bin/java -Xmx200m " + main.getName();
  }

  /** The option that tells a map where the gate is. */
  static String gate(Gate gate) {
    return "-D" + OneMap.GATE + "=" + gate.address();
  }
}
