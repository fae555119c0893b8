/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.MachineTime;
import org.hpcreuse.bench.run.ClusterWaits;
import org.hpcreuse.bench.run.Entry;
import org.hpcreuse.bench.run.Entry.MasterCase;
import org.hpcreuse.bench.run.Progress;
import org.hpcreuse.bench.run.RunCommand;
import org.hpcreuse.bench.run.RunDirectory;
import org.hpcreuse.bench.run.RunOptions;
import org.hpcreuse.protocol.ProcessStat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench masters}: what the early heartbeats of slots cost a ResourceManager. Exit
 * status 0 when all cases were measured. The ApplicationMasters are in one program, a client of the
 * cluster, which runs one case after the other.
 */
@Command(
    name = "masters",
    mixinStandardHelpOptions = true,
    description = {
      "Have many ApplicationMasters wait for containers of a full cluster, as in stock Hadoop and",
      "as in slots; show heartbeats, the time of their answers, and what the ResourceManager takes."
    })
final class MastersCommand extends RunCommand {
  private static final String NAME = "masters";
  private static final int HEARTBEAT_MS = 1000;

  /** Each is a thread, a connection and an application. */
  private static final int MOST_MASTERS = 1000;

  private static final int MOST_SECONDS = 600;

  /** To start the cluster, to wait for a quiet machine, to register, to stop the cluster. */
  private static final int STEPS = 4;

  /** None, a task that ends each second, a task that ends each 100 ms. */
  private static final List<Integer> NEWS_MS = List.of(0, 1000, 100);

  private static final String SLOTS = "--slots";
  private static final long FOUR_HOURS_MS = 14_400_000;

  /** Enough of a line to find it. */
  private static final int MOST_QUOTED = 200;

  @Option(
      names = "--masters",
      paramLabel = "N",
      description = "ApplicationMasters, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  int masters = 100;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Length of each case, 1 to 600 (default: ${DEFAULT-VALUE}).")
  int seconds = 30;

  @Mixin UpArguments up;

  @Override
  public Integer call() throws Exception {
    requireRange("--masters", masters, 1, MOST_MASTERS);
    requireRange("--seconds", seconds, 1, MOST_SECONDS);
    List<MasterCase> cases = cases(masters);
    RunOptions options =
        RunOptions.of(NAME, seconds, Arm.FORK, 1, HEARTBEAT_MS, upOptions(masters, up.words()));
    RunDirectory directory = begin(options);
    try (Progress progress = new Progress(err(), NAME, cases.size() + STEPS)) {
      withCluster(
          Arm.FORK,
          directory,
          options,
          progress,
          cluster -> {
            progress.begin("wait for a quiet machine");
            ClusterWaits.quiet(progress::say);
            run(cases, cluster, directory, progress);
          });
    }
    return report(directory, false);
  }

  static List<MasterCase> cases(int masters) {
    List<MasterCase> cases = new ArrayList<>();
    for (String waits : List.of("stock", "slots")) {
      NEWS_MS.forEach(newsMs -> cases.add(new MasterCase(masters, waits, newsMs)));
    }
    return cases;
  }

  /**
   * Words for {@code hpc-reuse up}. The scheduler counts the smallest container for each
   * ApplicationMaster, though these have none, so that their share has to be larger than the
   * cluster. YARN must not miss the containers that are given and never launched, nor the
   * ApplicationMaster that has them and sends no heartbeats. No run takes the four hours; YARN
   * allows less than eight.
   *
   * @param users further words, from the user
   */
  static List<String> upOptions(int masters, List<String> users) {
    List<String> words = new ArrayList<>();
    if (!users.contains(SLOTS)) {
      words.addAll(List.of(SLOTS, "2x128"));
    }
    List.of(
            "yarn.scheduler.capacity.maximum-am-resource-percent=" + (masters + 2),
            "yarn.resourcemanager.rm.container-allocation.expiry-interval-ms=" + FOUR_HOURS_MS,
            "yarn.am.liveness-monitor.expiry-interval-ms=" + FOUR_HOURS_MS)
        .forEach(property -> words.addAll(List.of("--conf", property)));
    words.addAll(users);
    return words;
  }

  private void run(
      List<MasterCase> cases, Cluster cluster, RunDirectory directory, Progress progress)
      throws IOException, InterruptedException {
    progress.begin("register " + masters + " ApplicationMasters");
    long manager = Cluster.pids(cluster.dir()).get("resourcemanager");
    Meter meter = () -> new Used(ProcessStat.of(manager).cpuMs(), MachineTime.now());
    ProgramOutput output = new ProgramOutput(cases, meter, directory::append, progress);
    Path program = home().jar("masters.jar");
    List<String> words = new ArrayList<>(List.of(program.toString(), Integer.toString(masters)));
    words.addAll(List.of(Integer.toString(seconds), Integer.toString(HEARTBEAT_MS)));
    cases.forEach(of -> words.add(of.word()));
    // The agent of slots has their wait.
    Path agent = home().jar("hadoop-agent.jar");
    cluster.hadoop(output::read, agent, words.toArray(String[]::new));
  }

  /** Processor time of the ResourceManager since its start, ms, then of all of the machine. */
  record Used(long managerMs, MachineTime machine) {}

  /** Reads how much processor time was used. */
  interface Meter {
    Used read() throws IOException;
  }

  /** Takes a sample. */
  interface Samples {
    void add(Entry entry) throws IOException;
  }

  /**
   * What the program with the ApplicationMasters prints, as samples. It prints a line when a second
   * of a case is over. The processor times are read when that line comes.
   */
  static final class ProgramOutput {
    private final Map<String, MasterCase> cases = new LinkedHashMap<>();
    private final Meter meter;
    private final Samples samples;
    private final Progress progress;

    ProgramOutput(List<MasterCase> cases, Meter meter, Samples samples, Progress progress) {
      cases.forEach(of -> this.cases.put(of.word(), of));
      this.meter = meter;
      this.samples = samples;
      this.progress = progress;
    }

    /** Reads all, and returns how many cases there are; names a line that is not understood. */
    int read(InputStream output) throws IOException {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        try {
          read(line);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
          String begin = line.substring(0, Math.min(line.length(), MOST_QUOTED));
          throw new IOException("the program with the ApplicationMasters printed: " + begin, e);
        }
      }
      return cases.size();
    }

    private void read(String line) throws IOException {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "note" -> progress.say(line.substring(words[0].length()).strip());
        case "second" -> second(words);
        case "heartbeats" -> heartbeats(words);
        default -> throw new IllegalArgumentException(words[0]);
      }
    }

    private void second(String... words) throws IOException {
      Used used = meter.read();
      MasterCase of = of(words[1]);
      int second = Integer.parseInt(words[2]);
      if (second == 0) {
        String news = of.newsMs() == 0 ? "" : ", news each " + of.newsMs() + " ms";
        progress.begin("wait as in " + of.waits() + news);
      }
      long mastersMs = Long.parseLong(words[3]);
      samples.add(
          new Entry.MasterSecond(
              of,
              second,
              used.managerMs,
              mastersMs,
              used.machine.busyTicks(),
              used.machine.allTicks()));
    }

    private void heartbeats(String... words) throws IOException {
      List<Integer> atMs = new ArrayList<>();
      List<Integer> micros = new ArrayList<>();
      for (String heartbeat : List.of(words).subList(3, words.length)) {
        int colon = heartbeat.indexOf(':');
        atMs.add(Integer.valueOf(heartbeat.substring(0, colon)));
        micros.add(Integer.valueOf(heartbeat.substring(colon + 1)));
      }
      int master = Integer.parseInt(words[2]);
      samples.add(new Entry.MasterHeartbeats(of(words[1]), master, atMs, micros));
    }

    private MasterCase of(String word) {
      MasterCase of = cases.get(word);
      if (of == null) {
        throw new IllegalArgumentException(word);
      }
      return of;
    }
  }
}
