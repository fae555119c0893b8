/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;

/** Every option of the project, for a terminal and for docs/options.md. */
public final class OptionsTable {
  private static final String HEAD =
      """
      # Options

      `bin/hpc-reuse options --markdown` prints this page; a test compares the two. The first four
      options are the executor's and belong in yarn-site.xml, the others in the pool's
      pool.properties. `up --conf KEY=VALUE` sets either. Slots, spares, MPI, directory and socket
      have options of their own (`--slots` …), since `up` plans the whole cluster by them.

      | option | type | unit | default | meaning |
      |---|---|---|---|---|
      """;

  private OptionsTable() {}

  public static String markdown() {
    StringBuilder out = new StringBuilder(HEAD);
    for (Option<?> option : Options.all()) {
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

  public static String text() {
    StringBuilder out = new StringBuilder();
    for (Option<?> option : Options.all()) {
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
