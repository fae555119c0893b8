/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.EnumSet;
import java.util.stream.Collectors;

/** Constants that the JDK keeps beside the class. */
@SuppressWarnings("ImmutableEnumChecker") // that it changes is what the test is about
public enum Colour {
  RED,
  BLUE;

  private int uses;

  /** Uses them in all the ways in which the JDK may know them from before. */
  public static String show() {
    StringBuilder all = new StringBuilder();
    for (Colour colour : EnumSet.allOf(Colour.class)) {
      all.append(colour).append(++colour.uses);
      all.append(colour == Enum.valueOf(Colour.class, colour.name()));
      switch (colour) {
        case RED -> all.append(" red ");
        case BLUE -> all.append(" blue ");
        default -> throw new IllegalStateException(colour + " is another one");
      }
    }
    return EnumSet.allOf(Colour.class).stream()
        .map(colour -> all + " " + (colour == RED || colour == BLUE))
        .collect(Collectors.joining());
  }
}
