/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.EnabledOnNewestJdk;
import org.hpcreuse.it.harness.NewestJdk;
import org.hpcreuse.it.program.hostile.AbusesFiles.ClosesStreams;
import org.hpcreuse.it.program.hostile.AbusesHadoop.LimitsCounters;
import org.hpcreuse.it.program.hostile.AbusesProcess.SetsUmask;
import org.hpcreuse.it.program.hostile.AbusesSettings.SetsProperties;
import org.hpcreuse.it.program.hostile.AbusesThreads.InterruptsMain;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Every remedy of every hostile container is needed: a sample of each kind, or all. */
class RemediesTest {
  @Nested
  class Sample extends RemedyCases {
    /**
     * The JVM's own state, its streams, the C library's, Hadoop's statics and the thread itself.
     */
    private static final Set<Class<?>> SAMPLE =
        Set.of(
            SetsProperties.class,
            ClosesStreams.class,
            SetsUmask.class,
            LimitsCounters.class,
            InterruptsMain.class);

    Sample() {
      super(slot());
    }

    @Override
    Stream<Hostile> hostiles() {
      assertThat(Hostiles.all()).extracting(Hostile::program).containsAll(SAMPLE);
      return Hostiles.all().stream().filter(hostile -> SAMPLE.contains(hostile.program()));
    }
  }

  @Nested
  @Tag("many-jobs")
  class All extends RemedyCases {
    All() {
      super(slot());
    }

    @Override
    Stream<Hostile> hostiles() {
      return Hostiles.all().stream().filter(hostile -> hostile.jdk() <= 17);
    }
  }

  @Nested
  @EnabledOnNewestJdk
  @Tag("many-jobs")
  class WithNewestJdk extends RemedyCases {
    WithNewestJdk() {
      super(slot().set(Options.JAVA_HOME, NewestJdk.home()));
    }

    @Override
    Stream<Hostile> hostiles() {
      return Hostiles.all().stream().filter(hostile -> hostile.jdk() > 17);
    }
  }
}
