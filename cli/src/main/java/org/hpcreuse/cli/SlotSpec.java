/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli;

import java.util.List;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.SlotClass;

/** Reads {@code --slots}: a number of slots of the usual size, or sizes in full. */
final class SlotSpec {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
  private static final int USUAL_HEAP_MB = 1024;

  private SlotSpec() {}

  /**
   * Reads either form.
   *
   * @param text {@code 4} or {@code 4x1024,1x1536}
   * @throws IllegalArgumentException naming the text and what is allowed
   */
  static List<SlotClass> parse(String text) {
    if (NUMBER.matcher(text).matches()) {
      return List.of(new SlotClass(Integer.parseInt(text), USUAL_HEAP_MB));
    }
    return SlotClass.parseList(text);
  }

  /** The form that pool.properties has. */
  static String format(List<SlotClass> classes) {
    return String.join(",", classes.stream().map(c -> c.count() + "x" + c.heapMb()).toList());
  }
}
