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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has one slot replaced. */
@Command(
    name = "retire",
    description = "Replace a slot by a spare as soon as it is free.",
    mixinStandardHelpOptions = true)
public final class RetireCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Parameters(paramLabel = "SLOT", description = "Number of the slot, as in status.")
  int slot;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure {
    spec.commandLine().getOut().println(pool.askText(new Message.Retire(slot), TIMEOUT));
    return ExitCodes.OK;
  }
}
