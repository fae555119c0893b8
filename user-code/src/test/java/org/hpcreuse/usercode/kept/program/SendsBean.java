/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Its version is a mistake, and it has nothing to initialise: it stays as it was compiled. */
@SuppressWarnings("serial") // the computed version is what the test is about
public class SendsBean implements Serializable {
  final long serialVersionUID = 1;

  /** The version that readers compare. */
  public static String show() {
    return Long.toString(ObjectStreamClass.lookup(SendsBean.class).getSerialVersionUID());
  }
}
