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
import picocli.CommandLine.Option;

/** Lets the running containers finish and gives out no more slots. */
@Command(
    name = "drain",
    description =
        "Give out no more slots and wait until the running containers are done. It holds until the"
            + " pool ends; containers that come later are forked.",
    mixinStandardHelpOptions = true)
public final class DrainCommand implements Callable<Integer> {
  @Mixin PoolClient pool;

  @Option(
      names = "--timeout-ms",
      paramLabel = "MS",
      description = "How long to wait at most (default: ${DEFAULT-VALUE}).")
  long timeoutMs = 600_000;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    pool.ask(new Message.Drain(timeoutMs), Duration.ofMillis(timeoutMs));
    return ExitCodes.OK;
  }
}
