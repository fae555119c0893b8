/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.util.ArrayList;
import java.util.List;

/** What a hash is made from. */
final class Seed {
  /** A constant: who reads it does not initialise the class. */
  static final int DEFAULT = 17;

  private static final List<Integer> VALUES = new ArrayList<>(List.of(DEFAULT));

  private Seed() {}

  static List<Integer> values() {
    return VALUES;
  }
}
