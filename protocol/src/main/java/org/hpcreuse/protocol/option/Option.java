/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.option;

import java.util.Map;
import java.util.function.Function;

/**
 * One option: its key, type, unit, default and meaning, defined in {@link Options} and nowhere
 * else. docs/options.md is made from these.
 *
 * @param key name in configuration files, {@code hpc-reuse.*}
 * @param type what the value is, for people
 * @param unit unit of a number, or empty
 * @param defaultText default as it would be written, or empty when the launcher works it out
 * @param meaning one or two sentences
 * @param parser text to value; throws {@link IllegalArgumentException} with a reason
 */
public record Option<T>(
    String key,
    String type,
    String unit,
    String defaultText,
    String meaning,
    Function<String, T> parser) {

  /**
   * The option's value.
   *
   * @param settings keys to texts; a missing or blank one means the default
   * @throws IllegalArgumentException naming the option, the value and what is allowed
   */
  public T in(Map<String, String> settings) {
    String text = settings.getOrDefault(key, "");
    return parse(text.isBlank() ? defaultText : text.strip());
  }

  /** Parses a text as this option's value. */
  public T parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          key + " = \"" + text + "\": " + e.getMessage() + " (expected " + type + ")", e);
    }
  }

  /** The environment variable that sets the same: {@code hpc-reuse.hold-ms} → HPC_REUSE_HOLD_MS. */
  public String environmentName() {
    return key.toUpperCase(java.util.Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
