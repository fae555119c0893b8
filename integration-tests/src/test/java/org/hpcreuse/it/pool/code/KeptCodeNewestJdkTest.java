/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.code;

import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link KeptCodeCases} on the newest JDK, whose reflection is another one. */
@Tag("many-jobs")
@EnabledOnNewestJdk
class KeptCodeNewestJdkTest extends KeptCodeCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.JAVA_HOME, NewestJdk.home())
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.USER_CODE, "kept");

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
