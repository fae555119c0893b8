/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesFramework;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Slots start with the image of the framework, as all pools of these tests have it, or read the
 * jars when it is not good, and say why.
 */
class FrameworkImageTest {
  private static void assertServes(PoolExtension pool) throws Exception {
    Outcome outcome =
        pool.run(pool.container(UsesFramework.class).withFramework(Installation.hadoopJars()));
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
  }

  private static String mapsOfSlot(PoolExtension pool) throws Exception {
    return Files.readString(Path.of("/proc", pool.slot(0).path("pid").asText(), "maps"));
  }

  @Nested
  class Good {
    @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

    @Test
    void shouldMapClassesAndTheirArchive() throws Exception {
      assertServes(POOL);

      assertThat(mapsOfSlot(POOL)).contains("classes.bin", "classes.jsa", "jdk.bin");
      assertThat(POOL.slotLogs())
          .contains("files of default properties taken from the image")
          .doesNotContain("image in", "rewritten here");
    }
  }

  @Nested
  class NotWhole {
    @RegisterExtension
    static final PoolExtension POOL =
        PoolExtension.with(Mpi.NONE).set(Options.FRAMEWORK_IMAGE, broken().toString());

    private static Path broken() {
      try {
        Path dir = Installation.target().resolve("broken-image");
        Files.createDirectories(dir);
        Files.writeString(dir.resolve("classes.bin"), "no classes");
        Files.writeString(dir.resolve("classes.jsa"), "no archive");
        return dir;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Test
    void shouldReadTheJars() throws Exception {
      assertServes(POOL);

      assertThat(POOL.slotLogs()).contains("broken-image does not fit");
      assertThat(Files.readString(POOL.managerLog())).contains("slots start without the image in");
    }
  }

  @Nested
  class BesideAnotherArchive {
    @RegisterExtension
    static final PoolExtension POOL =
        PoolExtension.with(Mpi.NONE).set(Options.SLOT_JVM_ARGS, "-XX:+UseSerialGC -Xshare:auto");

    @Test
    void shouldReadTheJars() throws Exception {
      assertServes(POOL);

      assertThat(mapsOfSlot(POOL)).doesNotContain("classes.bin");
      assertThat(Files.readString(POOL.managerLog()))
          .contains("hpc-reuse.slot.jvm-args has -Xshare:auto");
    }
  }

  @Nested
  class OfOtherOptions {
    @RegisterExtension
    static final PoolExtension POOL =
        PoolExtension.with(Mpi.NONE).set(Options.MAPREDUCE_WAITS, "stock");

    @Test
    void shouldReadTheJars() throws Exception {
      assertServes(POOL);

      assertThat(POOL.slotLogs()).contains("waits EVENTS, jars", "here is «", "waits STOCK, jars");
    }
  }
}
