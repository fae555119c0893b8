/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import org.hpcreuse.usercode.kept.program.shelf.Labelled;

/** Uses a field of an interface that it cannot access. */
public final class ReadsLabels extends Labelled {
  private ReadsLabels() {}

  /** Changes what the field holds. */
  public static String show() {
    LABELS.add("more");
    return Labelled.LABELS.toString();
  }
}
