/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.zk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.DebugUtils;
import org.apache.curator.utils.ZKPaths;
import org.hpcreuse.workload.foreign.Neighbour;

/** Makes a client of Curator and its ensembles. */
public final class Curators {
  private Curators() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("curator-default-session-timeout", "1234");
      System.setProperty("curator-default-connection-timeout", "12");
      System.setProperty(DebugUtils.PROPERTY_LOG_EVENTS, "false");
    }
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString("127.0.0.1:1")
            .retryPolicy(new RetryOneTime(1))
            .build();
    print("state", client.getState() == CuratorFrameworkState.LATENT);
    print("timeout", client.getZookeeperClient().getConnectionTimeoutMs());
    print(
        "address",
        new String(CuratorFrameworkFactory.getLocalAddress().length > 0 ? "some" : "none"));
    print("path", ZKPaths.makePath("a", "b"));
    print("container", ZKPaths.getContainerCreateMode());
  }
}
