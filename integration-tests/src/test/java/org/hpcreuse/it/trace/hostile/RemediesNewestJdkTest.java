/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import java.util.stream.Stream;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.LeftOut;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link RemediesTest} for containers that leave something only on a newer JDK. */
@EnabledOnNewestJdk
@Tag("many-jobs")
class RemediesNewestJdkTest extends RemedyCases {
  private static final LeftOut LEFT_OUT = LeftOut.of(RemediesNewestJdkTest.class);

  @RegisterExtension
  static final PoolExtension POOL = pool(LEFT_OUT).set(Options.JAVA_HOME, NewestJdk.home());

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
    return Hostiles.all().stream().filter(hostile -> hostile.jdk() > 17);
  }
}
