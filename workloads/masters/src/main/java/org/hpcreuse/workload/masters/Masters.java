/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * {@code Masters N SECONDS INTERVAL_MS CASE…}: N ApplicationMasters wait for containers, in each
 * case in another way. One more takes all containers of the cluster first, so that the others wait.
 * {@link Output} has what it prints. The jar of the agent has to be on the class path.
 */
public final class Masters {
  /** Wrong usage. */
  private static final int USAGE = 2;

  /** Long enough for HotSpot to compile what a heartbeat runs, on both sides. */
  private static final int WARM_UP_SECONDS = 10;

  /** Many heartbeats. */
  private static final WaitCase WARM_UP = new WaitCase(Waits.SLOTS, 100);

  private static final long CONNECT_MS = 30_000;
  private static final long SUBMIT_POLL_MS = 10;

  private final Arguments arguments;
  private final Output output;
  private final YarnConfiguration conf = new YarnConfiguration();

  private Masters(Arguments arguments, Output output) {
    this.arguments = arguments;
    this.output = output;
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, CONNECT_MS);
    conf.setLong(
        YarnConfiguration.YARN_CLIENT_APPLICATION_CLIENT_PROTOCOL_POLL_INTERVAL_MS, SUBMIT_POLL_MS);
  }

  /** Runs all cases. */
  public static void main(String[] words) throws Exception {
    Arguments arguments;
    try {
      arguments = Arguments.parse(words);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(USAGE);
      return;
    }
    new Masters(arguments, new Output(System.out)).run();
  }

  private void run()
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
      List<Master> masters = register(yarn, "waits for containers", arguments.masters());
      output.note(
          masters.size() + " masters wait for containers; all " + containers + " are taken");
      Output none = new Output(new PrintStream(OutputStream.nullOutputStream()));
      new CaseRun(WARM_UP, WARM_UP_SECONDS, arguments.intervalMs(), none).run(masters);
      for (WaitCase of : arguments.cases()) {
        new CaseRun(of, arguments.seconds(), arguments.intervalMs(), output).run(masters);
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
