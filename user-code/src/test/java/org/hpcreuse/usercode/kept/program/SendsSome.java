/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;

/** Says by a static field which of its fields travel. */
public class SendsSome implements Serializable {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("UnusedVariable") // serialisation reads it
  private static final ObjectStreamField[] serialPersistentFields = {
    new ObjectStreamField("sent", int.class)
  };

  int sent;
  int kept;

  /** What travels. */
  public static String show() {
    return ObjectStreamClass.lookup(SendsSome.class).getFields().length + " of 2";
  }
}
