/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.hpcreuse.cli.diagnosis.HeapDumps;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.pool.SlotAudits;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.cli.view.AuditTable;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what containers have left behind in the slots. */
@Command(
    name = "audit",
    description =
        "Compare every free slot with what it was before its first container. Exit status: 0 all"
            + " slots are clean, 1 something is left in one, 4 a slot could not be audited.",
    mixinStandardHelpOptions = true)
public final class AuditCommand implements Callable<Integer> {
  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  boolean json;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show values whole, all figures, and what a rule allows, too.")
  boolean verbose;

  @Option(
      names = "--wait",
      paramLabel = "MS",
      description = "How long to wait for slots that are busy (default: ${DEFAULT-VALUE}).")
  long waitMs;

  @Option(
      names = "--paths",
      description =
          "For each container class loader that lives, show what holds it. Writes the slot's live"
              + " objects to a file of the pool's directory, which is deleted again.")
  boolean paths;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    if (waitMs < 0) {
      throw new IllegalArgumentException("--wait " + waitMs + ": must not be negative");
    }
    ObjectNode audit = paths ? withPaths() : new SlotAudits(pool, waitMs).ask("");
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? audit + "\n" : new AuditTable(verbose).render(audit));
    out.flush();
    return exitCode(audit.path("slots"));
  }

  private ObjectNode withPaths() throws IOException, TimeoutException, Failure {
    try (HeapDumps dumps = HeapDumps.in(pool.poolDir())) {
      ObjectNode audit = new SlotAudits(pool, waitMs).ask(dumps.directory().toString());
      for (JsonNode slot : audit.path("slots")) {
        dumps.addPaths((ObjectNode) slot);
      }
      return audit;
    }
  }

  private static int exitCode(JsonNode slots) {
    if (any(slots, slot -> !AuditTable.isClean(slot))) {
      return ExitCodes.FAILED;
    }
    return any(slots, slot -> !slot.path("audited").asBoolean()) ? ExitCodes.TIMEOUT : ExitCodes.OK;
  }

  private static boolean any(JsonNode slots, Predicate<JsonNode> which) {
    return StreamSupport.stream(slots.spliterator(), false).anyMatch(which);
  }
}
