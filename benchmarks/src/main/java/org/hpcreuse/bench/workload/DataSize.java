/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes as people write it: 128m is 128 MiB.
 *
 * @param text as written
 * @param bytes what it means
 */
public record DataSize(String text, long bytes) {
  private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,5})([kmgt])");

  /** Parses a size; an IllegalArgumentException names what is allowed. */
  public static DataSize parse(String text) {
    Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "size \"" + text + "\" is not a whole number with k, m, g or t behind it, like 128m");
    }
    int exponent = "kmgt".indexOf(form.group(2)) + 1;
    return new DataSize(form.group(), Long.parseLong(form.group(1)) << (10 * exponent));
  }

  @Override
  public String toString() {
    return text;
  }
}
