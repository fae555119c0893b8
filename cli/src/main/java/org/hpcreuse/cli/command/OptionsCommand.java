/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.hpcreuse.cli.view.OptionsTable;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists every option; docs/options.md is what it prints with {@code --markdown}. */
@Command(
    name = "options",
    description = "List every option with its type, unit, default and meaning.",
    mixinStandardHelpOptions = true)
public final class OptionsCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = "--markdown", description = "Print the table that docs/options.md holds.")
  boolean markdown;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(markdown ? OptionsTable.markdown() : OptionsTable.text());
    out.flush();
    return ExitCodes.OK;
  }
}
