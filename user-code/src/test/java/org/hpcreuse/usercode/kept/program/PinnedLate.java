/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamField;
import java.io.Serializable;

/** Cannot be initialised again, but what it uses can: a later container may be its first. */
public class PinnedLate extends Base implements Serializable {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("UnusedVariable") // serialisation reads it
  private static final ObjectStreamField[] serialPersistentFields = {};

  static String seen = Journal.note("PinnedLate");

  /** What it sees of others. */
  public static String show() {
    return inherited + " " + Counts.NAMES;
  }
}
