/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.Options;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists every option; docs/options.md is what it prints with {@code --markdown}. */
@Command(
    name = "options",
    description = "List every option with its type, unit, default and meaning.",
    mixinStandardHelpOptions = true)
final class OptionsCommand implements Callable<Integer> {
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

  /** The table in its two forms. */
  static final class OptionsTable {
    private static final String HEAD =
        """
        # Options

        Made by `bin/hpc-reuse options --markdown`; a test keeps it up to date. The first three
        are the executor's and stand in yarn-site.xml, the others in the pool's pool.properties;
        `up --conf KEY=VALUE` sets either.

        | option | type | unit | default | meaning |
        |---|---|---|---|---|
        """;

    private OptionsTable() {}

    static String markdown() {
      StringBuilder out = new StringBuilder(HEAD);
      for (org.hpcreuse.protocol.Option<?> option : Options.all()) {
        out.append(
            String.format(
                "| `%s` | %s | %s | %s | %s |\n",
                option.key(),
                option.type(),
                option.unit(),
                option.defaultText().isEmpty() ? "" : "`" + option.defaultText() + "`",
                option.meaning()));
      }
      return out.toString();
    }

    static String text() {
      StringBuilder out = new StringBuilder();
      for (org.hpcreuse.protocol.Option<?> option : Options.all()) {
        out.append(
            String.format(
                "%s = %s\n    %s (%s%s)\n",
                option.key(),
                option.defaultText(),
                option.meaning(),
                option.type(),
                option.unit().isEmpty() ? "" : ", " + option.unit()));
      }
      return out.toString();
    }
  }
}
