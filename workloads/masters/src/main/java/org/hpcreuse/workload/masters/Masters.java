/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * {@code Masters N SECONDS INTERVAL_MS CASE…}: N ApplicationMasters wait for containers, in each
 * case in another way. One more takes all containers of the cluster first, so that the others wait.
 * It prints lines of JSON: a note for people, and what {@link CaseRun} brings. The jar of the agent
 * has to be on the class path.
 */
public final class Masters {
  private static final String USAGE =
      "usage: Masters N SECONDS INTERVAL_MS CASE…, a CASE is like slots:100";

  private static final int USAGE_STATUS = 2;
  private static final int NUMBERS = 3;

  /** Long enough for HotSpot to compile what a heartbeat runs, on both sides. */
  private static final int WARM_UP_SECONDS = 10;

  /** Many heartbeats. */
  private static final WaitCase WARM_UP = new WaitCase(true, 100);

  private static final long CONNECT_MS = 30_000;
  private static final long SUBMIT_POLL_MS = 10;

  private final int count;
  private final int seconds;
  private final int intervalMs;
  private final List<WaitCase> cases;
  private final YarnConfiguration conf = new YarnConfiguration();

  /**
   * Reads what is to be done.
   *
   * @throws IllegalArgumentException naming the word that is wrong
   */
  Masters(String... words) {
    if (words.length <= NUMBERS) {
      throw new IllegalArgumentException(words.length + " words are too few");
    }
    count = positive("N", words[0]);
    seconds = positive("SECONDS", words[1]);
    intervalMs = positive("INTERVAL_MS", words[2]);
    cases = Stream.of(words).skip(NUMBERS).map(WaitCase::parse).toList();
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, CONNECT_MS);
    conf.setLong(
        YarnConfiguration.YARN_CLIENT_APPLICATION_CLIENT_PROTOCOL_POLL_INTERVAL_MS, SUBMIT_POLL_MS);
  }

  private static int positive(String name, String word) {
    if (!word.matches("[1-9][0-9]{0,6}")) {
      throw new IllegalArgumentException(
          name + " " + word + ": must be a number from 1 to 9999999");
    }
    return Integer.parseInt(word);
  }

  /** Runs all cases. */
  public static void main(String[] words) throws Exception {
    Masters masters;
    try {
      masters = new Masters(words);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "; " + USAGE);
      System.exit(USAGE_STATUS);
      return;
    }
    masters.run(System.out);
  }

  private void run(PrintStream output)
      throws IOException,
          YarnException,
          InterruptedException,
          ExecutionException,
          TimeoutException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      Master occupant = register(yarn, "takes all containers", 1).get(0);
      int containers = containers(yarn);
      occupant.take(containers);
      List<Master> masters = register(yarn, "waits for containers", count);
      output.printf(
          "{\"type\":\"note\",\"text\":\"%d masters wait for containers; all %d are taken\"}%n",
          count, containers);
      PrintStream none = new PrintStream(OutputStream.nullOutputStream());
      new CaseRun(WARM_UP, WARM_UP_SECONDS, intervalMs, none).run(masters);
      for (WaitCase of : cases) {
        new CaseRun(of, seconds, intervalMs, output).run(masters);
      }
      for (Master master : masters) {
        master.unregister();
      }
      occupant.unregister();
    }
  }

  private List<Master> register(YarnClient yarn, String name, int count)
      throws IOException, YarnException, InterruptedException, TimeoutException {
    List<Master> masters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      masters.add(Master.submit(yarn, name));
    }
    for (Master master : masters) {
      master.register(yarn, conf);
    }
    return masters;
  }

  /** How many the cluster has: each takes a vcore. */
  private static int containers(YarnClient yarn) throws IOException, YarnException {
    int vcores = 0;
    for (NodeReport node : yarn.getNodeReports(NodeState.RUNNING)) {
      vcores += node.getCapability().getVirtualCores();
    }
    return vcores;
  }
}
