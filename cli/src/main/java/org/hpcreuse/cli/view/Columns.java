/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import java.util.Arrays;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/**
 * A table for people that picocli draws. No line is longer than {@link #WIDTH} characters: a cell
 * that is too long goes on in the next line, in its own column.
 */
final class Columns {
  static final int WIDTH = 100;

  private static final int GAP = 2;

  /** Of a text that can be of any length, such as the end of a log, this much is shown. */
  private static final int BRIEF = 200;

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final TextTable table;

  /**
   * A table without rows.
   *
   * @param widths characters of each column but the last, which has the rest of the line
   */
  Columns(int... widths) {
    Column[] columns = new Column[widths.length + 1];
    int left = WIDTH;
    for (int i = 0; i <= widths.length; i++) {
      int indent = i == 0 ? 0 : GAP;
      int width = i < widths.length ? indent + widths[i] : left;
      columns[i] = new Column(width, indent, Column.Overflow.WRAP);
      left -= width;
    }
    table = TextTable.forColumns(Help.defaultColorScheme(Ansi.OFF), columns);
    table.indentWrappedLines = 0;
  }

  /** Adds a row, a cell for each column. */
  Columns row(Object... cells) {
    table.addRowValues(
        Arrays.stream(cells).map(cell -> plain(cell.toString())).toArray(String[]::new));
    return this;
  }

  /** The beginning of a long text, on one line. */
  static String brief(String text) {
    String line = plain(text);
    return line.length() <= BRIEF ? line : line.substring(0, BRIEF) + " …";
  }

  /** On one line, without what a terminal, or picocli's markup, would take for a command. */
  private static String plain(String text) {
    String line = SPACE.matcher(text).replaceAll(" ").strip();
    return CONTROL.matcher(line).replaceAll("?").replace("@|", "@ |");
  }

  /** The lines, each ended. */
  @Override
  public String toString() {
    return table.toString();
  }
}
