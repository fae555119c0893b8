/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.HpcReuse;
import org.hpcreuse.protocol.ExitCodes;

/**
 * Whether the clusters of a run fit into the machine's memory side by side. One of them works at a
 * time, and may then need all that it has been planned with; the others are idle.
 */
final class MachineRoom {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What the cluster of an arm takes at most, and while idle, MiB. */
  record Need(Arm arm, long needsMb, long idleMb) {}

  private MachineRoom() {}

  /** Refuses clusters that do not fit, naming each arm and all numbers. Starts nothing. */
  static void require(RunOptions options, HpcReuse command)
      throws IOException, InterruptedException {
    List<Need> needs = new ArrayList<>();
    long availableMb = Long.MAX_VALUE;
    for (Arm arm : options.hosts()) {
      List<String> words = new ArrayList<>(List.of("up", "--memory"));
      words.addAll(arm.upOptions());
      words.addAll(options.upOptions());
      JsonNode memory = JSON.readTree(command.text(words.toArray(String[]::new)));
      needs.add(new Need(arm, memory.path("needsMb").asLong(), memory.path("idleMb").asLong()));
      availableMb = Math.min(availableMb, memory.path("availableMb").asLong());
    }
    require(needs, availableMb);
  }

  static void require(List<Need> needs, long availableMb) throws BenchException {
    if (togetherMb(needs) > availableMb) {
      List<String> each = new ArrayList<>();
      needs.forEach(need -> each.add(need.arm + " " + need.needsMb + ", idle " + need.idleMb));
      throw new BenchException(
          ExitCodes.UNAVAILABLE,
          String.format(
              Locale.ROOT,
              "not enough memory for %d clusters side by side: they may need %d MiB, available are"
                  + " %d MiB (%s); use fewer --arms or smaller slots"
                  + " (--up-arg=--slots --up-arg=2x512 --up-arg=--spares --up-arg=0)",
              needs.size(),
              togetherMb(needs),
              availableMb,
              String.join("; ", each)));
    }
  }

  /** The most that they take when each works in turn. */
  static long togetherMb(List<Need> needs) {
    long idleMb = needs.stream().mapToLong(Need::idleMb).sum();
    return idleMb + needs.stream().mapToLong(n -> n.needsMb - n.idleMb).max().orElse(0);
  }
}
