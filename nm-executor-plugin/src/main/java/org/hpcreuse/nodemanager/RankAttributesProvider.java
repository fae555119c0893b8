/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.IOException;
import java.util.Set;
import java.util.TimerTask;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.nodelabels.NodeAttributesProvider;
import org.hpcreuse.nodemanager.launch.ExecutorSettings;
import org.hpcreuse.nodemanager.launch.ManagerClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's attributes. The NodeManager makes it, starts and stops it, and asks it at each
 * heartbeat; what has changed goes to the ResourceManager, and all of it now and then.
 */
public final class RankAttributesProvider extends NodeAttributesProvider {
  private static final Logger LOG = LoggerFactory.getLogger(RankAttributesProvider.class);

  /** What was lost with a heartbeat is sent again after this; the stock interval is 120 s. */
  private static final String RESYNC_MS = "10000";

  private RanksListener listener;

  /** The NodeManager calls it by the name of the class. */
  public RankAttributesProvider() {
    super(RankAttributesProvider.class.getSimpleName());
  }

  /**
   * Has the NodeManager use this class, if it has none that the site wants. To be called before the
   * NodeManager looks: when the executor is initialised.
   */
  public static void install(Configuration conf) {
    String key = YarnConfiguration.NM_NODE_ATTRIBUTES_PROVIDER_CONFIG;
    String other = conf.getTrimmed(key, "");
    if (other.isEmpty()) {
      conf.set(key, RankAttributesProvider.class.getName());
      conf.setIfUnset(YarnConfiguration.NM_NODE_ATTRIBUTES_RESYNC_INTERVAL, RESYNC_MS);
    } else if (!other.equals(RankAttributesProvider.class.getName())) {
      LOG.warn("{} is {}: clients do not learn how many ranks are alive", key, other);
    }
  }

  @Override
  protected void serviceInit(Configuration conf) throws IOException {
    listener = new RanksListener(new ManagerClient(ExecutorSettings.of(conf).poolDir()));
  }

  @Override
  protected void serviceStart() {
    listener.start();
  }

  @Override
  protected void serviceStop() throws IOException {
    if (listener != null) {
      listener.close();
    }
  }

  @Override
  public Set<NodeAttribute> getDescriptors() {
    return listener.attributes().values().entrySet().stream()
        .map(
            value ->
                NodeAttribute.newInstance(
                    NodeAttribute.PREFIX_DISTRIBUTED,
                    value.getKey(),
                    NodeAttributeType.STRING,
                    value.getValue()))
        .collect(Collectors.toSet());
  }

  @Override
  protected void cleanUp() {}

  /**
   * Never called: the pool manager tells what changes.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public TimerTask createTimerTask() {
    throw new UnsupportedOperationException("attributes do not come by a timer");
  }
}
