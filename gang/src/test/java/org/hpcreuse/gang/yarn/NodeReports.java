/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.yarn;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Records;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.RankAttributes;

/** What the ResourceManager says of nodes. */
public final class NodeReports {
  private NodeReports() {}

  /** A node with room for some containers of 640 MiB, and slots with a heap of 512 MiB. */
  public static NodeReport node(String host, int room, String job, int alive, int soon) {
    List<Message.Ranks.Group> groups = List.of(new Message.Ranks.Group(512, alive, soon));
    return node(host, 1, room, RankAttributes.of(new Message.Ranks(job, groups)).values());
  }

  static NodeReport node(String host, int port, int room, Map<String, String> attributes) {
    NodeReport report = Records.newRecord(NodeReport.class);
    report.setNodeId(NodeId.newInstance(host, port));
    report.setCapability(Resource.newInstance(room * 640, room));
    report.setNodeAttributes(
        attributes.entrySet().stream()
            .map(
                value ->
                    NodeAttribute.newInstance(
                        NodeAttribute.PREFIX_DISTRIBUTED,
                        value.getKey(),
                        NodeAttributeType.STRING,
                        value.getValue()))
            .collect(Collectors.toSet()));
    return report;
  }
}
