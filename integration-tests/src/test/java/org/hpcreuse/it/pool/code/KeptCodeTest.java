/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.code;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** {@link KeptCodeCases} on two JDKs, whose reflection differs. */
class KeptCodeTest {
  private static PoolExtension kept() {
    return PoolExtension.with(Mpi.NONE).set(Options.USER_CODE, "kept");
  }

  @Nested
  class WithJdkOfTests extends KeptCodeCases {
    WithJdkOfTests() {
      super(kept());
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class WithNewestJdk extends KeptCodeCases {
    WithNewestJdk() {
      super(kept().set(Options.JAVA_HOME, NewestJdk.home()));
    }
  }
}
