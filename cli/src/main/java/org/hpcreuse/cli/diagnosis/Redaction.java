/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts before they leave the machine: the pool's own wherever it stands, and
 * the value of everything whose name says that it is one, in properties, XML and command lines.
 */
public final class Redaction {
  public static final String MASK = "(left out)";

  /** Of keys those that are secrets: other settings are called so as well, such as key classes. */
  private static final String KEY =
      "(?:access|account|api|encryption|private|shared)[._-]?key|[._-]key(?![\\w.-])";

  private static final String NAME =
      "[\\w.-]*(?:secret|passw|credential|token(?!i)|" + KEY + ")[\\w.-]*";

  /** Values in quotes may have blanks in them; the quotes may themselves be quoted. */
  private static final String VALUE =
      "\"(?:[^\"\\\\\\n]|\\\\.)*\"|\\\\\"[^\"\\n]*\"|'[^'\\n]*'|\\S+";

  private static final Pattern ASSIGNED =
      Pattern.compile("(?i)(\\b" + NAME + "\\\\?[\"']?\\s*[=:]\\s*)(" + VALUE + ")");
  private static final Pattern XML =
      Pattern.compile("(?is)(<name>\\s*" + NAME + "\\s*</name>\\s*<value>)(.*?)(</value>)");

  private final String poolSecret;

  /**
   * @param poolSecret the pool's secret; empty when there is none
   */
  public Redaction(String poolSecret) {
    this.poolSecret = poolSecret;
  }

  /** The text without secrets. */
  String apply(String text) {
    String clean = poolSecret.isEmpty() ? text : text.replace(poolSecret, MASK);
    clean = XML.matcher(clean).replaceAll("$1" + Matcher.quoteReplacement(MASK) + "$3");
    return ASSIGNED.matcher(clean).replaceAll("$1" + Matcher.quoteReplacement(MASK));
  }
}
