/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.pool.MpiRanks;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.cli.view.MpiCheckTable;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Has all living slots add up a number over MPI and shows what they are connected by. */
@Command(
    name = "mpi-check",
    description =
        "Print MPI version, thread level, transport and binding, and check an allReduce over all"
            + " living slots.",
    mixinStandardHelpOptions = true)
public final class MpiCheckCommand implements Callable<Integer> {
  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(5);

  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Option(names = "--json", description = "Print JSON instead of lines.")
  boolean json;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show the sum that each process has got, too.")
  boolean verbose;

  @Option(
      names = "--timeout-ms",
      paramLabel = "MS",
      description = "How long the slots may take (default: ${DEFAULT-VALUE}).")
  long timeoutMs = 30_000;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    String text = pool.askText(new Message.MpiCheckQuery(timeoutMs), Duration.ofMillis(timeoutMs));
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode answer = (ObjectNode) mapper.readTree(text);
    JsonNode status = mapper.readTree(pool.askText(new Message.StatusQuery(), STATUS_TIMEOUT));
    MpiRanks.of(status, Path.of("/proc")).addTo(answer);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? answer + "\n" : MpiCheckTable.render(answer, verbose));
    out.flush();
    return answer.path("ok").asBoolean() ? ExitCodes.OK : ExitCodes.FAILED;
  }
}
