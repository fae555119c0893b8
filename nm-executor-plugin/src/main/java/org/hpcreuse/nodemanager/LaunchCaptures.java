/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainerLaunch;
import org.hpcreuse.nodemanager.command.CapturedLaunch;
import org.hpcreuse.nodemanager.usage.RecentMap;

/**
 * Launches between writeLaunchEnv and launchContainer, by container id. Bounded, since a container
 * killed in between never comes to be launched; what falls out is forked. Thread-safe.
 */
final class LaunchCaptures {
  private static final int MAX = 1_000;
  private final Map<String, CapturedLaunch> launches =
      Collections.synchronizedMap(new RecentMap<>(MAX));

  void put(
      Map<String, String> environment,
      Map<Path, List<String>> resources,
      List<String> command,
      Path logDir,
      Set<String> nmVars,
      List<String> whitelist,
      UnaryOperator<String> nodeEnvironment) {
    String id = environment == null ? null : environment.get("CONTAINER_ID");
    if (id == null) {
      return;
    }
    Map<String, String> whitelisted = new LinkedHashMap<>();
    for (String name : whitelist) {
      String value = nodeEnvironment.apply(name);
      if (value != null && !environment.containsKey(name)) {
        whitelisted.put(name, value);
      }
    }
    launches.put(
        id,
        new CapturedLaunch(
            new LinkedHashMap<>(environment),
            whitelisted,
            exports(environment, nmVars),
            resources == null ? Map.of() : new LinkedHashMap<>(resources),
            List.copyOf(command),
            logDir.toUri().getPath()));
  }

  /** The order of ContainerExecutor.writeLaunchEnv: the NodeManager's own, then by dependency. */
  private static Map<String, String> exports(Map<String, String> environment, Set<String> nmVars) {
    Map<String, String> exports = new LinkedHashMap<>();
    for (String name : nmVars) {
      exports.put(name, String.valueOf(environment.get(name)));
    }
    ContainerLaunch.ShellScriptBuilder.create()
        .orderEnvByDependencies(environment)
        .forEach(exports::putIfAbsent);
    return exports;
  }

  Optional<CapturedLaunch> find(String containerId) {
    return Optional.ofNullable(launches.get(containerId));
  }

  void forget(String containerId) {
    launches.remove(containerId);
  }
}
