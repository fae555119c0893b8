/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.LeftOut;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.hostile.files.ClosesStreams;
import org.hpcreuse.it.program.hostile.hadoop.LimitsCounters;
import org.hpcreuse.it.program.hostile.process.SetsUmask;
import org.hpcreuse.it.program.hostile.settings.SetsProperties;
import org.hpcreuse.it.program.hostile.threads.InterruptsMain;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A remedy of each kind is needed; {@link RemediesTest} has them all. */
class RemediesSampleTest extends RemedyCases {
  private static final LeftOut LEFT_OUT = LeftOut.of(RemediesSampleTest.class);

  @RegisterExtension static final PoolExtension POOL = pool(LEFT_OUT);

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  LeftOut leftOut() {
    return LEFT_OUT;
  }

  /** The JVM's own state, its streams, the C library's, Hadoop's statics and the thread itself. */
  private static final Set<Class<?>> SAMPLE =
      Set.of(
          SetsProperties.class,
          ClosesStreams.class,
          SetsUmask.class,
          LimitsCounters.class,
          InterruptsMain.class);

  @Override
  Stream<Hostile> hostiles() {
    List<Hostile> sample =
        Hostiles.all().stream().filter(hostile -> SAMPLE.contains(hostile.program())).toList();
    assertThat(sample).hasSameSizeAs(SAMPLE);
    return sample.stream();
  }
}
