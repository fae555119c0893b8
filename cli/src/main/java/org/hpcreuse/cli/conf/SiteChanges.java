/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cli.plan.Sizing;
import org.hpcreuse.protocol.option.SlotClass;

/** The properties that an administrator adds to Hadoop's files so that YARN uses the pools. */
public final class SiteChanges {
  private final Map<String, Map<String, String>> byFile = new LinkedHashMap<>();

  /**
   * Works them out.
   *
   * @param slots the slots of each node
   * @param poolDir the pool's directory on each node
   * @param nodes how many nodes have such a pool
   */
  public SiteChanges(List<SlotClass> slots, Path poolDir, int nodes) {
    SlotResources resources = new SlotResources(Sizing.of(slots));
    add("NodeManager", SlotResources.executor(poolDir));
    add("NodeManager", resources.nodeManager());
    add("ResourceManager", resources.resourceManager(nodes));
    add("clients", resources.mapReduce());
  }

  private void add(String reader, Map<String, String> properties) {
    properties.forEach(
        (key, value) ->
            byFile
                .computeIfAbsent(
                    SiteFile.of(key).fileName() + " of the " + reader,
                    file -> new LinkedHashMap<>())
                .put(key, value));
  }

  /** As text to copy: the name of each file, and its properties in Hadoop's XML. */
  public String render() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Map<String, String>> file : byFile.entrySet()) {
      text.append(file.getKey()).append(":\n").append(HadoopXml.properties(file.getValue()));
      text.append("\n\n");
    }
    return text.toString();
  }
}
