/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a NodeManager's log says about containers: ContainerImpl writes "Container X transitioned
 * from A to B" for every change of state. SCHEDULED → RUNNING is the event ContainerLaunch sends
 * right before it calls launchContainer ({@link Phase#REQUEST}); RUNNING or KILLING → a state of
 * exit is the one it sends right after ({@link Phase#FINISHING}).
 */
public final class NodeManagerLog {
  private static final Pattern TRANSITION =
      Pattern.compile("Container (container_\\w+) transitioned from (\\w+) to (\\w+)");
  private static final Set<String> EXITED =
      Set.of(
          "EXITED_WITH_SUCCESS", "EXITED_WITH_FAILURE", "CONTAINER_CLEANEDUP_AFTER_KILL", "DONE");

  private NodeManagerLog() {}

  /**
   * Reads the moments of all containers that were launched.
   *
   * @param lines the log
   * @param zone the time zone the log was written in
   * @return by container id; a container that still runs has no FINISHING
   */
  public static Map<String, Map<Phase, Long>> parse(Stream<String> lines, ZoneId zone) {
    Map<String, Map<Phase, Long>> containers = new TreeMap<>();
    lines.forEach(line -> take(line, zone, containers));
    return containers;
  }

  private static void take(String line, ZoneId zone, Map<String, Map<Phase, Long>> containers) {
    Matcher transition = TRANSITION.matcher(line);
    if (!transition.find()) {
      return;
    }
    LogTime.of(line, zone)
        .ifPresent(
            time -> {
              String container = transition.group(1);
              if (transition.group(3).equals("RUNNING")) {
                containers
                    .computeIfAbsent(container, c -> new EnumMap<>(Phase.class))
                    .putIfAbsent(Phase.REQUEST, time);
              } else if (EXITED.contains(transition.group(3))
                  && containers.containsKey(container)) {
                containers.get(container).putIfAbsent(Phase.FINISHING, time);
              }
            });
  }
}
