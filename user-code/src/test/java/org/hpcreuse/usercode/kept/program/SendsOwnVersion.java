/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Its version is a mistake: each object has one of its own. */
@SuppressWarnings("serial") // the computed version is what the test is about
public class SendsOwnVersion implements Serializable {
  static int sent;

  final long serialVersionUID = 1;

  /** The version that readers compare. */
  public static String show() {
    sent++;
    return Long.toString(ObjectStreamClass.lookup(SendsOwnVersion.class).getSerialVersionUID());
  }
}
