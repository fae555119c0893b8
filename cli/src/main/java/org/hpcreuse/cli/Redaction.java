/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts before they leave the machine: the pool's own wherever it stands, and
 * the value of everything whose name says that it is one, in properties, XML and command lines.
 */
final class Redaction {
  static final String MASK = "(left out)";

  private static final String NAME =
      "[\\w.-]*(?:secret|password|passwd|credential|private-key|access-key|[.-]token|token[.-])"
          + "[\\w.-]*";
  private static final Pattern ASSIGNED =
      Pattern.compile("(?i)(\\b" + NAME + "\\s*[=:]\\s*)(\\S+)");
  private static final Pattern XML =
      Pattern.compile("(?is)(<name>\\s*" + NAME + "\\s*</name>\\s*<value>)(.*?)(</value>)");

  private final String poolSecret;

  /**
   * @param poolSecret the pool's secret; empty when there is none
   */
  Redaction(String poolSecret) {
    this.poolSecret = poolSecret;
  }

  /** The text without secrets. */
  String apply(String text) {
    String clean = poolSecret.isEmpty() ? text : text.replace(poolSecret, MASK);
    clean = XML.matcher(clean).replaceAll("$1" + Matcher.quoteReplacement(MASK) + "$3");
    return ASSIGNED.matcher(clean).replaceAll("$1" + Matcher.quoteReplacement(MASK));
  }
}
