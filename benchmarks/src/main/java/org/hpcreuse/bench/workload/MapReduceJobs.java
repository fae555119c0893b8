/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;

/** Jobs of MapReduce. Those that can be an MPI program, too, are a gang in the arm of that name. */
public final class MapReduceJobs {
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5})([kmgt])");

  /** One less than a cluster of the default size has slots: the gang's master is one. */
  private static final String GANG_RANKS = "3";

  private MapReduceJobs() {}

  /**
   * A number of bytes as people write it: 128m is 128 MiB.
   *
   * @throws IllegalArgumentException naming what is allowed
   */
  public static long bytes(String size) {
    Matcher form = SIZE.matcher(size.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "size \"" + size + "\" is not a whole number with k, m, g or t behind it, like 128m");
    }
    int exponent = "kmgt".indexOf(form.group(2)) + 1;
    return Long.parseLong(form.group(1)) << (10 * exponent);
  }

  /** Runs an MPI program that uses Hadoop's files as a gang to its end. */
  private static void runGang(Cluster cluster, Path jar, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-n", GANG_RANKS, "--hadoop", "--class-path"));
    words.addAll(List.of(jar.toString(), mainClass));
    words.addAll(List.of(arguments));
    cluster.mpi(Commands::utf8, words.toArray(String[]::new));
  }

  /** The examples' pi: maps that do next to nothing, so that their start-up is what is timed. */
  public static final class Pi implements Workload {
    private static final String POINTS = "10";
    private static final String RESULT = "Estimated value of Pi is ";

    private final String name;
    private final int maps;
    private final Map<String, String> results = new ConcurrentHashMap<>();

    /** Names the job, and how many maps it has. */
    public Pi(String name, int maps) {
      this.name = name;
      this.maps = maps;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void prepare(Cluster cluster) {
      // The example makes its own input.
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      String output =
          cluster.hadoop(Commands::utf8, cluster.example("pi", Integer.toString(maps), POINTS));
      results.put(cluster.arm() + " " + label, estimate(output));
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path directory) {
      return Map.of("pi", results.get(cluster.arm() + " " + label));
    }

    /** No estimate is no result: it would equal that of another job without one. */
    static String estimate(String output) throws BenchException {
      return output
          .lines()
          .filter(line -> line.startsWith(RESULT))
          .map(line -> line.substring(RESULT.length()))
          .findFirst()
          .orElseThrow(
              () -> BenchException.failed("pi has printed no estimate, but: " + output.strip()));
    }
  }

  /**
   * The examples' wordcount over small files of random words, one map each.
   *
   * @param directory local directory to make the input in
   * @param seed same seed, same words
   */
  public record WordCount(Path directory, long seed) implements Workload {
    private static final int FILES = 4;
    private static final int LINES = 2_000;
    private static final int WORDS_A_LINE = 8;
    private static final int VOCABULARY = 5_000;
    private static final String INPUT = Hdfs.path("wordcount-in");

    @Override
    public String name() {
      return "wordcount";
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      new Hdfs(cluster).put(INPUT, writeFiles());
    }

    List<Path> writeFiles() throws IOException {
      Files.createDirectories(directory);
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        Random random = new Random(seed + i);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
          for (int word = 0; word < WORDS_A_LINE; word++) {
            text.append('w').append(random.nextInt(VOCABULARY)).append(' ');
          }
          text.append('\n');
        }
        files.add(Files.writeString(directory.resolve("words-" + i + ".txt"), text));
      }
      return files;
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      cluster.hadoop(cluster.example("wordcount", INPUT, output(label)));
    }
  }

  /**
   * The examples' terasort and teravalidate over rows made once by teragen.
   *
   * @param size of all rows, which have 100 bytes each, as {@link #bytes} reads it
   */
  public record TeraSort(String size) implements Workload {
    private static final int ROW_BYTES = 100;
    private static final long FILE_BYTES = 32L << 20;
    private static final String REDUCES = "-Dmapreduce.job.reduces=2";

    @Override
    public String name() {
      return "terasort-" + size;
    }

    /**
     * By the client itself: containers that nobody times would only take time. Teragen makes a file
     * a map, and terasort has a map a file that is no larger than a block.
     */
    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      cluster.hadoop(
          "examples",
          "teragen",
          "-Dmapreduce.framework.name=local",
          "-Dmapreduce.job.maps=" + Math.max(2, bytes(size) / FILE_BYTES),
          Long.toString(bytes(size) / ROW_BYTES),
          path("in"));
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      String output = path("out-" + label);
      cluster.hadoop(cluster.example("terasort", REDUCES, path("in"), output));
      cluster.hadoop(cluster.example("teravalidate", output, path("report-" + label)));
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path directory)
        throws IOException, InterruptedException {
      Hdfs hdfs = new Hdfs(cluster);
      String report = validated(hdfs.text(Hdfs.parts(path("report-" + label))).strip());
      String digest = hdfs.digest(path("out-" + label));
      hdfs.remove(path("out-" + label), path("report-" + label));
      return Map.of("teravalidate", report, "sha256", digest);
    }

    /** The example ends well also when rows are out of order; its report then has more lines. */
    static String validated(String report) throws BenchException {
      if (!report.matches("checksum\t[0-9a-f]+")) {
        throw BenchException.failed("teravalidate: " + report);
      }
      return report;
    }

    private String path(String name) {
      return Hdfs.path(name() + "/" + name);
    }
  }

  /**
   * Our own iterative PageRank: a chain of jobs from one driver, or a gang.
   *
   * @param jars directory with pagerank.jar, and pagerank-mpi.jar for gangs
   * @param graph edge list, a local file
   * @param iterations fixed number of iterations, one job each
   * @param alwaysGang whether it is a gang in every arm
   */
  public record PageRank(Path jars, Path graph, int iterations, boolean alwaysGang)
      implements Workload {
    /** How the name ends of one that is always a gang. */
    public static final String GANG = "-gang";

    private static final String MPI_CLASS = "org.hpcreuse.workload.pagerank.mpi.MpiPageRank";
    private static final String INPUT = Hdfs.path("pagerank-in");

    @Override
    public String name() {
      return "pagerank-" + iterations + (alwaysGang ? GANG : "");
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      new Hdfs(cluster).put(INPUT, List.of(graph));
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      String times = Integer.toString(iterations);
      if (alwaysGang || cluster.arm() == Arm.GANG) {
        runGang(cluster, jars.resolve("pagerank-mpi.jar"), MPI_CLASS, INPUT, output(label), times);
      } else {
        Path jar = jars.resolve("pagerank.jar");
        cluster.hadoop(cluster.job(jar, INPUT, output(label), "--iterations", times));
      }
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path directory)
        throws IOException, InterruptedException {
      String file = "ranks-" + cluster.arm() + "-" + label + ".tsv";
      String parts = Hdfs.parts(output(label));
      return Map.of("ranks", new Hdfs(cluster).fetch(parts, directory, file, output(label)));
    }
  }

  /**
   * K-means: a chain of jobs that read all points in each iteration, or one gang whose ranks keep
   * their points.
   *
   * @param jar kmeans.jar
   * @param points how many, as {@link #bytes} reads it
   * @param iterations fixed number of iterations
   * @param seed of the points
   */
  public record KMeans(Path jar, String points, int iterations, long seed) implements Workload {
    private static final String PACKAGE = "org.hpcreuse.workload.kmeans";
    private static final String CLUSTERS = "10";

    /** As many maps of a job. */
    private static final String FILES = "3";

    @Override
    public String name() {
      return "kmeans-" + points;
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      String count = Long.toString(bytes(points));
      String seedWord = Long.toString(seed);
      String program = PACKAGE + ".GeneratePoints";
      cluster.hadoop(Commands::utf8, jar, program, count, CLUSTERS, FILES, seedWord, input());
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      String[] arguments = {input(), output(label), CLUSTERS, Integer.toString(iterations)};
      if (cluster.arm() == Arm.GANG) {
        runGang(cluster, jar, PACKAGE + ".mpi.MpiKMeans", arguments);
      } else {
        cluster.hadoop(cluster.job(jar, arguments));
      }
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path directory)
        throws IOException, InterruptedException {
      String file = name() + "-" + label + ".tsv";
      String centres = output(label) + "/centres";
      return Map.of("centres", new Hdfs(cluster).fetch(centres, directory, file, output(label)));
    }

    private String input() {
      return Hdfs.path(name() + "-in");
    }
  }

  /**
   * Word count from a jar of 2,000 classes, all initialised in each task: 14 maps, 2 reduces, one
   * ApplicationMaster.
   *
   * @param directory local directory for input and jar
   * @param jobJar the jar of the job, to which the classes are added
   */
  public record ManyClasses(Path directory, Path jobJar) implements Workload {
    /** Containers of one run. */
    public static final int CONTAINERS = 17;

    private static final int CLASSES = 2_000;
    private static final int MAPS = 14;
    private static final String REDUCES = "-Dmapreduce.job.reduces=2";
    private static final String NAME = "manyclasses";
    private static final String INPUT = Hdfs.path(NAME + "-in");
    private static final String JAR = "fat.jar";

    /** A class with state of its own. */
    private static final String SOURCE =
        """
        package org.hpcreuse.workload.manyclasses.generated;
        public final class C%d {
          private static final byte[] OWN = new byte[64];
          private static int used;
          private C%1$d() {}
          public static int use() { OWN[0]++; return used++; }
        }
        """;

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      if (Files.notExists(directory.resolve(JAR))) {
        makeJar(directory, jobJar, CLASSES);
      }
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < MAPS; i++) {
        String lines = ("word" + i + " every\n").repeat(100 + i);
        files.add(Files.writeString(directory.resolve("lines-" + i + ".txt"), lines));
      }
      new Hdfs(cluster).put(INPUT, files);
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      String classes = Integer.toString(CLASSES);
      cluster.hadoop(cluster.job(directory.resolve(JAR), REDUCES, classes, INPUT, output(label)));
    }

    /**
     * Makes the jar in a directory, of the job's jar and so many classes {@code C0}, {@code C1} …
     */
    static Path makeJar(Path directory, Path jobJar, int classes) throws IOException {
      Path sources = Files.createDirectories(directory.resolve("fat-sources"));
      String compiled = directory.resolve("fat-classes").toString();
      List<String> words =
          new ArrayList<>(List.of("-d", compiled, "-proc:none", "--release", "17"));
      for (int i = 0; i < classes; i++) {
        Path source = sources.resolve("C" + i + ".java");
        words.add(Files.writeString(source, SOURCE.formatted(i)).toString());
      }
      Commands.jdkTool("javac", words);
      Path made = directory.resolve(JAR + ".new");
      Files.copy(jobJar, made, StandardCopyOption.REPLACE_EXISTING);
      Commands.jdkTool("jar", List.of("--update", "--file", made.toString(), "-C", compiled, "."));
      return Files.move(made, directory.resolve(JAR));
    }
  }

  /**
   * A job whose one task spoils its JVM and halts: it succeeds when that job has failed.
   *
   * @param directory local directory to make the input in
   * @param jar the jar of the job
   */
  public record Hostile(Path directory, Path jar) implements Workload {
    private static final String INPUT = Hdfs.path("hostile-in");

    @Override
    public String name() {
      return "hostile";
    }

    @Override
    public void prepare(Cluster cluster) throws IOException, InterruptedException {
      Files.createDirectories(directory);
      Path file = Files.writeString(directory.resolve("hostile.txt"), "one line\n");
      new Hdfs(cluster).put(INPUT, List.of(file));
    }

    @Override
    public void run(Cluster cluster, String label) throws IOException, InterruptedException {
      cluster.hadoop(jar.toString(), INPUT);
    }

    @Override
    public Map<String, String> collect(Cluster cluster, String label, Path results) {
      return Map.of();
    }
  }
}
