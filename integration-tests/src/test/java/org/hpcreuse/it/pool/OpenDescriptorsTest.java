/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.CountsDescriptors;
import org.hpcreuse.it.program.leave.LeavesDescriptors;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a container has left open is closed before the next one comes. */
class OpenDescriptorsTest {
  /** More than a slot may have when it is used again. */
  private static final int LEFT = 600;

  /** Fewer of what is slow to start, or what the kernel gives 128 of to a user. */
  private static final Map<String, Integer> FEWER =
      Map.of("watch service", 40, "child process", 60, "asynchronous group", 60);

  /** What the JDK opens for itself when a kind is first used. */
  private static final int JDKS = 16;

  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

  static Set<String> kinds() {
    return new TreeSet<>(LeavesDescriptors.kinds());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldCloseAllThatAContainerLeavesOpen(String kind) throws Exception {
    int left = FEWER.getOrDefault(kind, LEFT);
    Outcome before = run(POOL.container(CountsDescriptors.class));

    Outcome leaving =
        run(POOL.container(LeavesDescriptors.class).arguments(kind, Integer.toString(left)));
    Outcome after = run(POOL.container(CountsDescriptors.class));

    assertThat(open(leaving)).isGreaterThanOrEqualTo(open(before) + left);
    assertThat(after.assigned().slotPid()).isEqualTo(before.assigned().slotPid());
    assertThat(open(after)).isLessThan(open(before) + JDKS);
  }

  private static int open(Outcome outcome) {
    return Integer.parseInt(outcome.value("open"));
  }

  private static Outcome run(Container container) throws Exception {
    Outcome outcome = POOL.run(container);
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    POOL.awaitAllFree();
    return outcome;
  }
}
