/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON for people: names and values in words, without braces, brackets and quotes. */
public final class PlainText {
  private PlainText() {}

  /** A value, list or object; «-» when there is nothing to show. */
  public static String of(JsonNode value) {
    String text;
    if (value.isObject()) {
      text = fields(value);
    } else if (value.isArray()) {
      List<String> elements = new ArrayList<>();
      value.forEach(element -> elements.add(of(element)));
      text = String.join(" ", elements);
    } else {
      text = value.isNull() ? "" : value.asText();
    }
    return text.isEmpty() ? "-" : text;
  }

  private static String fields(JsonNode object) {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      JsonNode value = field.getValue();
      boolean nested = value.isObject() && !value.isEmpty();
      parts.add(field.getKey() + " " + (nested ? "(" + of(value) + ")" : of(value)));
    }
    return String.join(", ", parts);
  }
}
