/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Is written to other JVMs, which have the class as it was compiled. */
@SuppressWarnings("serial") // the computed version is what the test is about
public class Sends implements Serializable {
  static int sent;

  /** The version that readers compare. */
  public static String show() {
    sent++;
    return Long.toString(ObjectStreamClass.lookup(Sends.class).getSerialVersionUID());
  }
}
