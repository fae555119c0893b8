/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import java.nio.file.Path;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.junit.jupiter.api.Tag;

/** {@link ReadOnceListCases} of the newest JDK that is there. */
@Tag("many-jobs")
@EnabledOnNewestJdk
class ReadOnceListNewestJdkTest extends ReadOnceListCases {
  @Override
  Path javaHome() {
    return Path.of(NewestJdk.home());
  }

  @Override
  int feature() {
    return NewestJdk.feature();
  }
}
