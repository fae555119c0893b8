/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import java.util.stream.Stream;
import org.hpcreuse.it.harness.LeftOut;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every remedy of every hostile container is needed. */
@Tag("many-jobs")
class RemediesTest extends RemedyCases {
  private static final LeftOut LEFT_OUT = LeftOut.of(RemediesTest.class);

  @RegisterExtension static final PoolExtension POOL = pool(LEFT_OUT);

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  LeftOut leftOut() {
    return LEFT_OUT;
  }

  @Override
  Stream<Hostile> hostiles() {
    return Hostiles.all().stream().filter(hostile -> hostile.jdk() <= 17);
  }
}
