/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamClass;
import java.io.Serializable;

/** The version of a record is 0. */
public record SendsRecord(int sent) implements Serializable {
  static int made;

  /** The version that readers compare. */
  public static String show() {
    made++;
    return Long.toString(ObjectStreamClass.lookup(SendsRecord.class).getSerialVersionUID());
  }
}
