/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.pool.ClusterStatus;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.pool.PoolReadiness;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.cli.terminal.Terminal;
import org.hpcreuse.cli.view.StatusTable;
import org.hpcreuse.cli.view.StatusWatch;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows a pool's slots and what has been launched. */
@Command(
    name = "status",
    description = "Show the pool's slots and what has been launched in them.",
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  boolean json;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show all that --json has, too, below the table.")
  boolean verbose;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      arity = "0..1",
      fallbackValue = "2",
      description =
          "Show it again every so many seconds (${FALLBACK-VALUE} unless given), with rates, until"
              + " Ctrl-C.")
  public Integer watchSeconds;

  @Option(
      names = "--wait-ready",
      paramLabel = "MS",
      hidden = true,
      description = "Wait until every slot is free.")
  long waitReadyMs;

  @Option(
      names = "--wait-first",
      paramLabel = "MS",
      hidden = true,
      description =
          "Wait until as many slots of each pool are free as there are processors, and the others"
              + " are on their way; used by up.")
  long waitFirstMs;

  @Override
  public Integer call() throws IOException, TimeoutException, Failure, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (waitReadyMs > 0) {
      new PoolReadiness(pool, PoolReadiness.ALL, Duration.ofMillis(waitReadyMs)).await();
      return ExitCodes.OK;
    }
    if (waitFirstMs > 0) {
      int processors = Runtime.getRuntime().availableProcessors();
      new PoolReadiness(pool, processors, Duration.ofMillis(waitFirstMs)).await();
      Optional<PoolClient> ofClients = pool.ofClients();
      if (ofClients.isPresent()) {
        new PoolReadiness(ofClients.get(), processors, Duration.ofMillis(waitFirstMs)).await();
      }
      return ExitCodes.OK;
    }
    if (watchSeconds != null) {
      watch(out);
      return ExitCodes.OK;
    }
    String text = new ClusterStatus(pool, TIMEOUT).ask();
    out.print(json ? text + "\n" : new StatusTable(pool.files(), verbose).render(text));
    out.flush();
    return ExitCodes.OK;
  }

  private void watch(PrintWriter out) throws IOException, Failure {
    if (watchSeconds < 1) {
      throw new IllegalArgumentException("--watch " + watchSeconds + ": must be at least 1");
    }
    if (json || verbose) {
      throw new IllegalArgumentException(
          "--watch and " + (json ? "--json" : "--verbose") + ": one at a time");
    }
    Duration interval = Duration.ofSeconds(watchSeconds);
    new StatusWatch(pool, interval, out, Terminal.showsOutput()).run();
  }
}
