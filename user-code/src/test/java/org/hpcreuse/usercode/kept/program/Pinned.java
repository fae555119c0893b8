/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamField;
import java.io.Serializable;

/** Cannot be initialised again, because of a field that serialisation reads. */
class Pinned implements Serializable {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("UnusedVariable") // serialisation reads it
  private static final ObjectStreamField[] serialPersistentFields = {};

  static String open = Journal.note("Pinned");
}
