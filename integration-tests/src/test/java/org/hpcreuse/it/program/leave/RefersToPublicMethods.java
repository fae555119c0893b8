/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.util.List;
import java.util.function.Function;

/** Refers to its public methods, as most programs do; the JDK remembers such references. */
public final class RefersToPublicMethods {
  private final int length;

  /** Referred to as a constructor. */
  public RefersToPublicMethods(String text) {
    length = text.length();
  }

  /** Refers. */
  public static void main(String[] args) {
    Function<String, String> twice = RefersToPublicMethods::twice;
    List<Integer> lengths =
        List.of("one", "three").stream()
            .map(twice)
            .map(RefersToPublicMethods::new)
            .map(RefersToPublicMethods::length)
            .toList();
    System.out.println("lengths " + lengths);
  }

  /** Referred to as a static method. */
  public static String twice(String text) {
    return text + text;
  }

  /** Referred to as a method of an object. */
  public int length() {
    return length;
  }
}
