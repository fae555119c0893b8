/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** {@link ForeignKitCases} in each kind of slot. */
class ForeignKitTest {
  @Nested
  @Tag("many-jobs")
  class Plain extends ForeignKitCases {
    Plain() {
      super("plain", PoolExtension.with(Mpi.NONE).own(), "", "", "spoil", "");
    }
  }

  @Nested
  class NeighbourFirst extends ForeignKitCases {
    NeighbourFirst() {
      super("neighbour-first", PoolExtension.with(Mpi.NONE).own(), "spoil", "");
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithKeptCode extends ForeignKitCases {
    WithKeptCode() {
      super(
          "kept",
          PoolExtension.with(Mpi.NONE).set(Options.USER_CODE, "kept").own(),
          "",
          "",
          "spoil",
          "");
    }
  }

  @Nested
  @Tag("many-jobs")
  class WithFullIsolation extends ForeignKitCases {
    WithFullIsolation() {
      super("full", PoolExtension.with(Mpi.NONE).set(Options.ISOLATION, "full").own(), "spoil", "");
    }
  }
}
