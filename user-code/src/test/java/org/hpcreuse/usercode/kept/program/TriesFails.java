/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.Optional;

/** Lives with a class whose initialiser may fail. */
public final class TriesFails {
  private TriesFails() {}

  /** What comes of three uses. */
  public static String show() throws ClassNotFoundException {
    return referenced() + " " + use() + " " + name();
  }

  /** The JVM sees a hidden class of a lambda expression, and JDK code that calls it. */
  private static String referenced() {
    try {
      return Optional.<String>empty().orElseGet(Fails::show);
    } catch (LinkageError e) {
      return e.getClass().getSimpleName();
    }
  }

  private static String use() {
    try {
      return Fails.show();
    } catch (LinkageError e) {
      return e.getClass().getSimpleName();
    }
  }

  private static String name() throws ClassNotFoundException {
    try {
      Class.forName(TriesFails.class.getName().replace("Tries", ""));
      return Fails.show();
    } catch (LinkageError e) {
      return e.getClass().getSimpleName();
    }
  }
}
