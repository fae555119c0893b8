/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** An interface whose initialiser uses what is private in it. */
public interface Store {
  /** No constant for the compiler. */
  List<String> NAMES = names();

  long COUNT = NAMES.size();
  Supplier<String> LAST = () -> NAMES.get(NAMES.size() - 1);
  Item ITEM = new Item("item");

  /** A constant for the compiler. */
  int LIMIT = 7;

  /** Only the interface makes them. */
  final class Item {
    private final String name;

    private Item(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static List<String> names() {
    return new ArrayList<>(List.of(Journal.note("Store")));
  }

  /** Uses the fields itself. */
  default String last() {
    return LAST.get() + LIMIT;
  }
}
