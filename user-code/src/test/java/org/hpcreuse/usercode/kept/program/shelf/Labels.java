/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program.shelf;

import java.util.ArrayList;
import java.util.List;

/** Only its package sees it. */
interface Labels {
  List<String> LABELS = new ArrayList<>(List.of("label"));
}
