/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.PoisonsIntegers;
import org.hpcreuse.it.program.leave.Spoils;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** State that no rule explains costs the slot, or is named. */
class UnknownStateTest {
  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Replaced {
    @RegisterExtension final PoolExtension pool = PoolExtension.with(Mpi.NONE).own();

    @Test
    void shouldReplaceASlotBeforeItsNextContainer() throws Exception {
      long slot = run(pool, nativeFile(pool)).assigned().slotPid();

      assertThat(run(pool, container(pool)).assigned().slotPid()).isNotEqualTo(slot);
      assertThat(retired(pool, "unknown-fd")).isOne();
    }

    @Test
    void shouldReplaceAnIdleSlotWhoseJdkHasChanged() throws Exception {
      pool.nextApplication();
      assertThat(run(pool, container(pool).arguments("poison")).stdout()).isEqualTo("42\n");

      Waits.until("a slot that is replaced")
          .atMost(Waits.START)
          .until(() -> retired(pool, "unknown-jdk-static") == 1);

      assertThat(run(pool, container(pool)).stdout()).isEqualTo("42\n");
      assertThat(pool.slotLogs()).contains("java.lang.Integer$IntegerCache.cache");
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Reported {
    @RegisterExtension
    final PoolExtension pool =
        PoolExtension.with(Mpi.NONE).set(Options.UNKNOWN_STATE, "report").own();

    @Test
    void shouldNameItOnceAndKeepTheSlot() throws Exception {
      long slot = run(pool, nativeFile(pool)).assigned().slotPid();

      assertThat(run(pool, container(pool)).assigned().slotPid()).isEqualTo(slot);
      assertThat(pool.slotLogs()).containsOnlyOnce("unknown-fd: fd ");
    }
  }

  private static long retired(PoolExtension pool, String rule) throws Exception {
    return pool.status().get("retirements").path(rule).asLong();
  }

  /** Native code is reached by a JNA of the container's own. */
  private static Container nativeFile(PoolExtension pool) throws Exception {
    Path jna = Path.of(Native.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return pool.container(Spoils.class)
        .withFramework(List.of(jna.toString()))
        .arguments("native-file");
  }

  private static Container container(PoolExtension pool) throws Exception {
    return pool.container(PoisonsIntegers.class).withFramework(Installation.hadoopJars());
  }

  private static Outcome run(PoolExtension pool, Container container) throws Exception {
    pool.awaitAllFree();
    Outcome outcome = pool.run(container);
    pool.awaitAllFree();
    return outcome;
  }
}
