/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** {@link ReadOnceCases} in each kind of slot, fresh at first. */
@Tag("many-jobs")
class ReadOnceTest {
  @Nested
  class Plain extends ReadOnceCases {
    Plain() {
      super(PoolExtension.with(Mpi.NONE).own());
    }
  }

  @Nested
  @EnabledOnNewestJdk
  class WithNewestJdk extends ReadOnceCases {
    WithNewestJdk() {
      super(PoolExtension.with(Mpi.NONE).set(Options.JAVA_HOME, NewestJdk.home()).own());
    }
  }

  @Nested
  class WithFullIsolation extends ReadOnceCases {
    WithFullIsolation() {
      super(PoolExtension.with(Mpi.NONE).set(Options.ISOLATION, "full").own());
    }
  }

  @Nested
  class WithSingleUse extends ReadOnceCases {
    WithSingleUse() {
      super(
          PoolExtension.with(Mpi.NONE)
              .set(Options.SPARES, "1")
              .set(Options.ISOLATION, "single-use")
              .own());
    }
  }
}
