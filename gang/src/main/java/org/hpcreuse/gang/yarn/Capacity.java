/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.yarn;

import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * What the nodes of a cluster hold together, in use or not.
 *
 * @param nodes the capability of each running node
 */
public record Capacity(List<Resource> nodes) {
  /** Of running nodes. */
  public static Capacity of(List<NodeReport> running) {
    return new Capacity(running.stream().map(NodeReport::getCapability).toList());
  }

  /** How many containers of a size there may be at once, with a vcore each. */
  public long containers(int memoryMb) {
    return nodes.stream()
        .mapToLong(node -> Math.min(node.getVirtualCores(), node.getMemorySize() / memoryMb))
        .sum();
  }

  /** Memory of the largest node, MiB. */
  public long largestMb() {
    return nodes.stream().mapToLong(Resource::getMemorySize).max().orElse(0);
  }
}
