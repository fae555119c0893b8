/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.List;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.option.SlotClass;

/** Reads {@code --slots}: a number of slots of the usual size, or sizes in full. */
public final class SlotSpec {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
  private static final int USUAL_HEAP_MB = 1024;

  /** An ApplicationMaster takes one; its tasks need another. */
  public static final int MIN_SLOTS = 2;

  private SlotSpec() {}

  /**
   * Reads either form.
   *
   * @param text {@code 4} or {@code 4x1024,1x1536}
   * @throws IllegalArgumentException naming the text and what is allowed
   */
  public static List<SlotClass> parse(String text) {
    if (NUMBER.matcher(text).matches()) {
      int slots = Integer.parseInt(text);
      requireEnough(text, slots);
      return List.of(new SlotClass(slots, USUAL_HEAP_MB));
    }
    List<SlotClass> classes = SlotClass.parseList(text);
    requireEnough(text, classes.stream().mapToInt(SlotClass::count).sum());
    return classes;
  }

  private static void requireEnough(String text, int slots) {
    if (slots < MIN_SLOTS) {
      throw new IllegalArgumentException(
          String.format(
              "--slots %s: %d in all, must be at least %d: a job's ApplicationMaster takes one,"
                  + " and its tasks would wait for another without end",
              text, slots, MIN_SLOTS));
    }
  }

  /** The form that pool.properties has. */
  public static String format(List<SlotClass> classes) {
    return String.join(",", classes.stream().map(c -> c.count() + "x" + c.heapMb()).toList());
  }
}
