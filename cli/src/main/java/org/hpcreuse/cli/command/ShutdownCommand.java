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

/** Ends a pool; {@code down} calls it before it looks after processes. */
@Command(
    name = "pool-shutdown",
    hidden = true,
    description = "End every slot and the pool manager (used by down).",
    mixinStandardHelpOptions = true)
public final class ShutdownCommand implements Callable<Integer> {
  @Mixin PoolClient pool;

  @Option(names = "--timeout-ms", paramLabel = "MS", description = "How long it may take.")
  long timeoutMs = 10_000;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    pool.ask(new Message.Shutdown(timeoutMs), Duration.ofMillis(timeoutMs));
    return ExitCodes.OK;
  }
}
