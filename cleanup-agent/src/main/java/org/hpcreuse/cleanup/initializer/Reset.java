/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import java.util.Optional;

/** How one class is to be initialised again. */
public interface Reset {
  /**
   * Internal name of the class that hears of the first time, by {@code first(Lookup)}, which tells
   * whether the initialiser goes on, and, when that throws, by {@code failedFirst(Class,
   * Throwable)}, which tells whether the class's users will be thrown it; the JVM does not see it
   * then.
   */
  String registry();

  /**
   * Whether a static field is made 0 or null when the class is forgotten, so that nothing is held.
   *
   * @param access of the field, as in the class file
   */
  boolean empties(int access);

  /**
   * Whether a method may be entered before the class has been initialised again, so that it must
   * ask.
   *
   * @param access of the method, as in the class file
   */
  boolean asks(int access, String name, String descriptor);

  /** Internal name of the nearest superclass that can be initialised again, too: it goes first. */
  Optional<String> superclass();
}
