/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import java.util.List;
import java.util.regex.Pattern;

/** What may differ, and why. Everything else must be the same. */
final class AllowedDifferences {
  /** Between a forked JVM and a slot. */
  static final AllowedDifferences FORK_AND_SLOT = new AllowedDifferences(List.of());

  /** Between two containers of one slot. */
  static final AllowedDifferences CONTAINERS = new AllowedDifferences(List.of());

  /**
   * One thing that may differ.
   *
   * @param keys the probe's keys
   * @param reason why it may
   */
  record Rule(Pattern keys, String reason) {
    static Rule of(String keys, String reason) {
      return new Rule(Pattern.compile(keys), reason);
    }

    boolean covers(Seen.Difference difference) {
      return keys.matcher(difference.key()).matches();
    }
  }

  private final List<Rule> rules;

  private AllowedDifferences(List<Rule> rules) {
    this.rules = rules;
  }

  List<Rule> rules() {
    return rules;
  }

  /** Those that no rule covers. */
  List<Seen.Difference> forbidden(List<Seen.Difference> differences) {
    return differences.stream()
        .filter(difference -> rules.stream().noneMatch(rule -> rule.covers(difference)))
        .toList();
  }
}
