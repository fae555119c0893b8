/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hpcreuse.cli.plan.Sizing;
import org.hpcreuse.protocol.option.Options;

/** The YARN properties that follow from a node's slots. */
final class SlotResources {
  private static final String EXECUTOR = "org.hpcreuse.nodemanager.HpcReuseContainerExecutor";

  private final Sizing sizing;

  SlotResources(Sizing sizing) {
    this.sizing = sizing;
  }

  /** Has a NodeManager hand its containers to the pool in that directory. */
  static Map<String, String> executor(Path poolDir) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("yarn.nodemanager.container-executor.class", EXECUTOR);
    properties.put(Options.POOL_DIR.key(), poolDir.toString());
    return properties;
  }

  /** What a NodeManager offers: the memory and the number of its slots. */
  Map<String, String> nodeManager() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("yarn.nodemanager.resource.memory-mb", Integer.toString(sizing.nodeMemoryMb()));
    properties.put("yarn.nodemanager.resource.cpu-vcores", Integer.toString(sizing.slots()));
    return properties;
  }

  /**
   * How the ResourceManager counts: in steps that fit the slots, a vcore for each container, and
   * half of the slots at most for ApplicationMasters.
   *
   * @param nodes how many nodes have such slots
   */
  Map<String, String> resourceManager(int nodes) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("yarn.scheduler.minimum-allocation-mb", Integer.toString(Sizing.STEP_MB));
    properties.put(
        "yarn.scheduler.capacity.resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    properties.put(
        "yarn.scheduler.capacity.maximum-am-resource-percent",
        Double.toString(sizing.masterShare(nodes)));
    return properties;
  }

  /** Containers of MapReduce that fit each slot; larger ones are forked, or rejected by YARN. */
  Map<String, String> mapReduce() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("mapreduce.map.memory.mb", Integer.toString(sizing.taskMemoryMb()));
    properties.put("mapreduce.map.java.opts", "-Xmx" + sizing.taskHeapMb() + "m");
    properties.put("mapreduce.reduce.memory.mb", Integer.toString(sizing.taskMemoryMb()));
    properties.put("mapreduce.reduce.java.opts", "-Xmx" + sizing.taskHeapMb() + "m");
    properties.put("yarn.app.mapreduce.am.resource.mb", Integer.toString(sizing.masterMemoryMb()));
    properties.put("yarn.app.mapreduce.am.command-opts", "-Xmx" + sizing.masterHeapMb() + "m");
    return properties;
  }
}
