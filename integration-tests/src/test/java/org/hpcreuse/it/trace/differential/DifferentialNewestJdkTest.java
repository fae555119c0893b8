/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import java.nio.file.Path;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link DifferentialCases} in slots that run on a JDK without a SecurityManager. */
@Tag("many-jobs")
@EnabledOnNewestJdk
class DifferentialNewestJdkTest extends DifferentialCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.JAVA_HOME, NewestJdk.home())
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.RETIRE_OUT_OF_MEMORY, "false");

  @Override
  Path javaHome() {
    return Path.of(NewestJdk.home());
  }

  @Override
  PoolExtension pool() {
    return POOL;
  }
}
