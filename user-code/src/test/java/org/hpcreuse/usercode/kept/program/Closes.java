/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.ArrayList;
import java.util.List;

/** Has a finalizer that begins with a loop, and constructors that call each other. */
public class Closes {
  private static final List<String> CLOSED = new ArrayList<>();

  private String name;

  /** With a name. */
  public Closes(String name) {
    this.name = name;
  }

  /** Without one. */
  public Closes() {
    this("nameless");
  }

  /** Names of those that were finalised. */
  public static String show() {
    return CLOSED.toString();
  }

  @Override
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what the test is about
  public void finalize() {
    while (name != null) {
      CLOSED.add(name);
      name = null;
    }
  }
}
