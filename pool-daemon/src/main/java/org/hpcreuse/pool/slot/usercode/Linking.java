/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.usercode;

/** Loads and links classes, and initialises none: no code of theirs runs. */
final class Linking {
  /** Fewer classes take no longer than to compare class paths. */
  static final int FEWEST = 500;

  private Linking() {}

  /**
   * Links a class.
   *
   * @return whether it could; what cannot be linked now the container may never try to
   */
  static boolean link(String name, ClassLoader loader) {
    try {
      // HotSpot links a class before it tells its constructors (JVM_GetClassDeclaredConstructors).
      return Class.forName(name, false, loader).getDeclaredConstructors() != null;
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return false;
    }
  }
}
