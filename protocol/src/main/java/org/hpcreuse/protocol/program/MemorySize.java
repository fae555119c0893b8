/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes as HotSpot's options write them, for example {@code 512m}. */
public final class MemorySize {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kKmMgGtT]?)");

  private MemorySize() {}

  /** In MiB, rounded up, and no more than the largest int; empty when it is no size. */
  public static OptionalInt mebibytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return OptionalInt.empty();
    }
    int shift =
        switch (size.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          case "t" -> 40;
          default -> 0;
        };
    double mebibytes = Math.ceil(Long.parseLong(size.group(1)) * Math.pow(2, shift - 20));
    return OptionalInt.of((int) Math.min(mebibytes, Integer.MAX_VALUE));
  }
}
