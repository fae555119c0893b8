/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;

/** {@link OneClassPathCases} in slots that keep classes, and in others. */
class OneClassPathTest {
  @Nested
  class Plain extends OneClassPathCases {
    Plain() {
      super(PoolExtension.with(Mpi.NONE));
    }
  }

  /** Its own: loaders of the classes of other tests would count. */
  @Nested
  class WithKeptCode extends OneClassPathCases {
    WithKeptCode() {
      super(PoolExtension.with(Mpi.NONE).set(Options.USER_CODE, "kept").own());
    }
  }
}
