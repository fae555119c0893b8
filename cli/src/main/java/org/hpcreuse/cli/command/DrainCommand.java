/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets the running containers finish and gives out no more slots. */
@Command(
    name = "drain",
    description =
        "Give out no more slots and wait until the running containers are done. It holds until"
            + " --undo or the end of the pool; containers that come later are forked.",
    mixinStandardHelpOptions = true)
public final class DrainCommand implements Callable<Integer> {
  private static final Duration UNDO_TIMEOUT = Duration.ofSeconds(5);

  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Option(names = "--undo", description = "End a drain: the pool takes containers again.")
  boolean undo;

  @Option(
      names = "--timeout-ms",
      paramLabel = "MS",
      description = "How long to wait at most (default: ${DEFAULT-VALUE}).")
  long timeoutMs = 600_000;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    String done =
        undo
            ? pool.askText(new Message.UndoDrain(), UNDO_TIMEOUT)
            : pool.askText(new Message.Drain(timeoutMs), Duration.ofMillis(timeoutMs));
    spec.commandLine().getOut().println(done);
    return ExitCodes.OK;
  }
}
