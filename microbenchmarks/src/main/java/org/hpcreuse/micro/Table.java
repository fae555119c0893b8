/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.util.ArrayList;
import java.util.List;

/** A Markdown table that is as readable in a terminal; the first column is text, others numbers. */
final class Table {
  private final List<List<String>> lines = new ArrayList<>();
  private final int textColumns;

  /**
   * Starts a table.
   *
   * @param textColumns columns from the left that are aligned left
   * @param head titles of the columns
   */
  Table(int textColumns, String... head) {
    this.textColumns = textColumns;
    lines.add(List.of(head));
  }

  /** Adds a line of as many cells as the head has. */
  void add(String... cells) {
    if (cells.length != lines.get(0).size()) {
      throw new IllegalArgumentException(
          cells.length + " cells in a table of " + lines.get(0).size() + " columns");
    }
    lines.add(List.of(cells));
  }

  @Override
  public String toString() {
    int columns = lines.get(0).size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < lines.size(); row++) {
      append(text, lines.get(row), widths);
      if (row == 0) {
        appendRule(text, widths);
      }
    }
    return text.toString();
  }

  private void append(StringBuilder text, List<String> line, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - line.get(i).length());
      text.append("| ");
      text.append(i < textColumns ? line.get(i) + padding : padding + line.get(i)).append(' ');
    }
    text.append("|\n");
  }

  private void appendRule(StringBuilder text, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      text.append('|').append("-".repeat(widths[i] + 1)).append(i < textColumns ? '-' : ':');
    }
    text.append("|\n");
  }
}
