/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a pool's ranks really are connected by and bound to: as the kernel sees the processes, not
 * as it was asked for.
 *
 * @param mpi version and thread level as the ranks report them
 * @param transport Open MPI's point-to-point components that are loaded in a rank
 * @param binding processors that a rank may run on, as the kernel lists them
 */
public record MpiRanks(Set<String> mpi, Set<String> transport, Set<String> binding) {
  private static final Pattern COMPONENT = Pattern.compile("mca_((?:pml|mtl|btl)_[a-z0-9]+)\\.so");
  private static final Pattern PROCESSORS = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)$");

  /**
   * Looks at every rank of a status answer.
   *
   * @param status as in {@code status --json}
   * @param proc the kernel's /proc
   */
  public static MpiRanks of(JsonNode status, Path proc) throws IOException {
    MpiRanks ranks = new MpiRanks(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    for (String group : new String[] {"slots", "spares"}) {
      for (JsonNode process : status.path(group)) {
        if (process.path("mpi").asBoolean()) {
          ranks.mpi.add(process.path("mpiVersion").asText());
          ranks.look(proc.resolve(process.path("pid").asText()));
        }
      }
    }
    return ranks;
  }

  private void look(Path process) throws IOException {
    // A rank may have been replaced since the status was given.
    if (Files.isReadable(process.resolve("maps"))) {
      find(COMPONENT, process.resolve("maps"), transport);
      find(PROCESSORS, process.resolve("status"), binding);
    }
  }

  private static void find(Pattern pattern, Path file, Set<String> found) throws IOException {
    Matcher matcher = pattern.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
  }

  /** Adds {@code mpi}, {@code transport} and {@code binding} to an answer. */
  public void addTo(ObjectNode answer) {
    answer.put("mpi", String.join("; ", mpi));
    answer.put("transport", String.join(" ", transport));
    answer.put("binding", "processors " + String.join("; ", binding));
  }
}
