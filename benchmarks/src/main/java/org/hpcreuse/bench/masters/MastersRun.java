/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.PidFiles;
import org.hpcreuse.bench.process.MachineTime;
import org.hpcreuse.bench.progress.Progress;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MasterCase;
import org.hpcreuse.bench.samples.MasterCase.Waits;
import org.hpcreuse.bench.samples.RunDirectory;
import org.hpcreuse.protocol.ProcessStat;

/**
 * Has ApplicationMasters wait for containers of a cluster, one case after the other. They are in
 * one program, a client of the cluster.
 */
public final class MastersRun {
  /** None, a task that ends each second, a task that ends each 100 ms. */
  private static final List<Integer> NEWS_MS = List.of(0, 1000, 100);

  private static final String SLOTS = "--slots";
  private static final long FOUR_HOURS_MS = 14_400_000;

  private final List<MasterCase> cases;
  private final int seconds;
  private final int intervalMs;

  /**
   * Plans a run.
   *
   * @param masters how many ApplicationMasters wait
   * @param seconds how long each case takes
   * @param intervalMs the heartbeat interval of stock Hadoop, ms
   */
  public MastersRun(int masters, int seconds, int intervalMs) {
    this.seconds = seconds;
    this.intervalMs = intervalMs;
    cases = cases(masters);
  }

  static List<MasterCase> cases(int masters) {
    List<MasterCase> cases = new ArrayList<>();
    for (Waits waits : Waits.values()) {
      NEWS_MS.forEach(newsMs -> cases.add(new MasterCase(masters, waits, newsMs)));
    }
    return List.copyOf(cases);
  }

  /** How many steps {@link #run} shows. */
  public int steps() {
    return cases.size() + 1;
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
  public List<String> upOptions(List<String> users) {
    List<String> words = new ArrayList<>();
    if (!users.contains(SLOTS)) {
      words.addAll(List.of(SLOTS, "2x128"));
    }
    List.of(
            "yarn.scheduler.capacity.maximum-am-resource-percent=" + (cases.get(0).masters() + 2),
            "yarn.resourcemanager.rm.container-allocation.expiry-interval-ms=" + FOUR_HOURS_MS,
            "yarn.am.liveness-monitor.expiry-interval-ms=" + FOUR_HOURS_MS)
        .forEach(property -> words.addAll(List.of("--conf", property)));
    words.addAll(users);
    return words;
  }

  /**
   * Runs all cases.
   *
   * @param cluster it is up, and nothing runs in it
   * @param program the jar of the program
   * @param agent the jar of the agent, which has the wait of slots
   * @param directory receives the samples
   */
  public void run(
      Cluster cluster, Path program, Path agent, RunDirectory directory, Progress progress)
      throws IOException, BenchException, InterruptedException {
    progress.begin("register " + cases.get(0).masters() + " ApplicationMasters", 1);
    ProgramOutput output =
        new ProgramOutput(
            cases,
            meter(PidFiles.read(cluster.dir()).get("resourcemanager")),
            into(directory, progress));
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.add(Integer.toString(cases.get(0).masters()));
    words.add(Integer.toString(seconds));
    words.add(Integer.toString(intervalMs));
    cases.forEach(of -> words.add(of.word()));
    cluster.hadoop(
        lines -> {
          output.read(lines);
          return cases.size();
        },
        agent,
        words.toArray(String[]::new));
  }

  private static ProgramOutput.Meter meter(long manager) {
    return new ProgramOutput.Meter() {
      @Override
      public long managerMs() throws IOException {
        return ProcessStat.of(manager).cpuMs();
      }

      @Override
      public MachineTime machine() throws IOException {
        return MachineTime.now();
      }
    };
  }

  private static ProgramOutput.Reader into(RunDirectory directory, Progress progress) {
    return new ProgramOutput.Reader() {
      @Override
      public void add(Entry entry) throws IOException {
        directory.append(entry);
      }

      @Override
      public void begun(MasterCase of) {
        progress.begin(
            "wait as in "
                + of.waits()
                + (of.newsMs() == 0 ? "" : ", news each " + of.newsMs() + " ms"),
            1);
      }

      @Override
      public void note(String text) {
        progress.say(text);
      }
    };
  }
}
