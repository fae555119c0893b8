/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import java.nio.file.Path;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.NewestJdk;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** {@link ReadOnceListCases} of each JDK that slots run on. */
class ReadOnceListTest {
  @Nested
  class OfJdkOfTests extends ReadOnceListCases {
    OfJdkOfTests() {
      super(Installation.javaHome(), Runtime.version().feature());
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class OfNewestJdk extends ReadOnceListCases {
    OfNewestJdk() {
      super(Path.of(NewestJdk.home()), NewestJdk.feature());
    }
  }
}
