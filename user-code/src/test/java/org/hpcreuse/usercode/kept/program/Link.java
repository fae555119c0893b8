/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.ArrayList;
import java.util.List;

/** An interface with a field that is no constant. */
public interface Link {
  List<String> LINKS = new ArrayList<>();

  /** Uses it. */
  static String show() {
    LINKS.add("one");
    return LINKS.toString();
  }
}
