/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.gang.master.core.ClusterReports;
import org.hpcreuse.gang.yarn.Capacity;
import org.hpcreuse.gang.yarn.LiveRanks;
import org.hpcreuse.mpi.SlotMpi;

/**
 * Asks the ResourceManager. The master's thread waits for the answer, so that it gives up soon,
 * where YARN's client asks again for a quarter of an hour.
 */
final class YarnReports implements ClusterReports, Closeable {
  /** For an answer on a connection. */
  private static final int ANSWER_BOUND_MS = 5_000;

  /**
   * Before another try, or before another ResourceManager is asked. YARN divides the time of all
   * tries by it for their number; here there is one more try.
   */
  private static final int RETRY_MS = 1_000;

  private final YarnClient yarn = YarnClient.createYarnClient();
  private final ApplicationId self;
  private final String host;
  private final GangPlan plan;

  /**
   * Reaches the ResourceManager with the first question.
   *
   * @param host this container's node
   */
  YarnReports(ApplicationId self, String host, GangPlan plan, Configuration conf) {
    this.self = self;
    this.host = host;
    this.plan = plan;
    yarn.init(bounded(conf));
    yarn.start();
  }

  private static Configuration bounded(Configuration conf) {
    Configuration bounded = new Configuration(conf);
    bounded.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MS);
    bounded.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, RETRY_MS);
    bounded.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, ANSWER_BOUND_MS);
    bounded.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    bounded.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    return bounded;
  }

  /**
   * A master holds a container, too: with many of them, no gang may find room for all its ranks.
   * The older gang then keeps its place.
   */
  @Override
  public boolean olderGangNeedsThePlace() throws IOException, YarnException {
    List<ApplicationReport> gangs =
        yarn.getApplications(Set.of(GangPlan.TYPE), EnumSet.of(YarnApplicationState.RUNNING));
    boolean older = gangs.stream().anyMatch(gang -> gang.getApplicationId().compareTo(self) < 0);
    return older
        && plan.ranks()
            > Capacity.of(yarn.getNodeReports(NodeState.RUNNING)).containers(plan.memoryMb())
                - gangs.size();
  }

  @Override
  public Optional<String> missingRanks() throws IOException, YarnException {
    LiveRanks live = LiveRanks.of(yarn.getNodeReports(NodeState.RUNNING), plan.memoryMb());
    if (!isRank()) {
      return live.missing(plan.ranks(), plan.heapMb());
    }
    return live.besidesMaster(host, plan.heapMb())
        .missing(plan.ranks(), plan.heapMb())
        .map(missing -> missing + "; the gang's master holds one more");
  }

  /** Whether this container's slot is a rank. */
  private static boolean isRank() {
    try {
      return SlotMpi.isAvailable();
    } catch (NoClassDefFoundError e) { // only slots have that class
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    yarn.close();
  }
}
