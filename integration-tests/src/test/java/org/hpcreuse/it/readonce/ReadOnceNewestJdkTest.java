/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce;

import java.nio.file.Path;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link ReadOnceCases} in slots on the newest JDK. */
@Tag("many-jobs")
@EnabledOnNewestJdk
class ReadOnceNewestJdkTest extends ReadOnceCases {
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.JAVA_HOME, NewestJdk.home())
          .set(Options.SPARES, "0");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  Path javaHome() {
    return Path.of(NewestJdk.home());
  }
}
