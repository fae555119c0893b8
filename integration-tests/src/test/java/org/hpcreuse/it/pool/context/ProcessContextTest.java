/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.context;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** {@link ProcessContextCases} in each kind of slot. */
class ProcessContextTest {
  @Nested
  class Ranks extends ProcessContextCases {
    Ranks() {
      super(PoolExtension.with(Mpi.OPEN_MPI));
    }
  }

  @Nested
  @Tag("many-jobs")
  class Plain extends ProcessContextCases {
    Plain() {
      super(PoolExtension.with(Mpi.NONE));
    }
  }

  @Nested
  @EnabledOnNewestJdk
  class WithNewestJdk extends ProcessContextCases {
    WithNewestJdk() {
      super(PoolExtension.with(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home()));
    }
  }
}
