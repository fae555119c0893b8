/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.context;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link ProcessContextCases} in slots that run on a JDK without a SecurityManager. */
@EnabledOnNewestJdk
class ProcessContextNewestJdkTest extends ProcessContextCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.JAVA_HOME, NewestJdk.home())
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0");

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
