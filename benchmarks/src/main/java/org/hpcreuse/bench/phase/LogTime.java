/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;

/**
 * The time stamp log4j's %d{ISO8601} puts first in a line: local time with milliseconds. Local time
 * is ambiguous in the hour when summer time ends.
 */
final class LogTime {
  private static final int LENGTH = "2026-01-31 23:59:59,999".length();
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  private LogTime() {}

  /** Milliseconds since the epoch; empty for a line that does not begin with a time. */
  static OptionalLong of(String line, ZoneId zone) {
    if (line.length() < LENGTH || !Character.isDigit(line.charAt(0))) {
      return OptionalLong.empty();
    }
    try {
      LocalDateTime time = LocalDateTime.parse(line.substring(0, LENGTH), FORMAT);
      return OptionalLong.of(time.atZone(zone).toInstant().toEpochMilli());
    } catch (DateTimeParseException e) {
      return OptionalLong.empty();
    }
  }
}
