/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What the probe has seen, by name. */
public final class Report {
  private final Map<String, String> values = new TreeMap<>();

  /** Adds one thing; line breaks are escaped. */
  public void put(String key, Object value) {
    String text = Objects.toString(value).replace("\\", "\\\\").replace("\n", "\\n");
    values.put(key.replace('=', ':'), text.replace("\r", "\\r"));
  }

  /** Writes {@code key=value}, a line each, sorted by key. */
  public void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    values.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    Files.writeString(file, text);
  }
}
