/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import java.nio.file.Path;
import org.hpcreuse.it.harness.Installation;

/** {@link ReadOnceListCases} of the JDK that slots run on. */
class ReadOnceListTest extends ReadOnceListCases {
  @Override
  Path javaHome() {
    return Installation.javaHome();
  }

  @Override
  int feature() {
    return Runtime.version().feature();
  }
}
