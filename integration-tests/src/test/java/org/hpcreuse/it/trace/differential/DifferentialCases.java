/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.trace.hostile.Hostile;
import org.hpcreuse.it.trace.hostile.Hostiles;
import org.hpcreuse.it.trace.hostile.ProbedPool;
import org.hpcreuse.it.trace.hostile.Seen;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A probe sees the same in a forked JVM, in a fresh slot, and in a slot after each of many hostile
 * containers, except {@link AllowedDifferences}. Each probe is compared with the one before it, so
 * that the container in between is to blame.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class DifferentialCases {
  private ProbedPool probed;
  private Seen last;

  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  DifferentialCases(PoolExtension pool) {
    this.pool = pool;
  }

  /** What its slots may show otherwise than slots without MPI. */
  List<AllowedDifferences.Rule> rulesOfSlot() {
    return List.of();
  }

  /** What its first container may see otherwise than the second. */
  AllowedDifferences secondContainer() {
    return AllowedDifferences.SECOND_CONTAINER;
  }

  /** What may differ between two of its containers. */
  AllowedDifferences containers() {
    return AllowedDifferences.CONTAINERS;
  }

  static Stream<Hostile> hostiles() {
    return Hostiles.all().stream();
  }

  @Test
  @Order(1)
  void shouldSeeInAFreshSlotWhatAForkedJvmSees() throws Exception {
    pool.awaitWarmedUp(); // what its classes have set belongs to the slot
    probed = new ProbedPool(pool);
    Seen forked = probed.forked(pool.javaHome());

    Seen fresh = probed.probe();
    last = probed.probe();

    List<Seen.Difference> differences = new ArrayList<>(forked.differences(fresh));
    for (AllowedDifferences.Rule rule : rulesOfSlot()) {
      assertThat(differences.removeIf(rule::covers)).as("needs %s", rule).isTrue();
    }
    assertThat(Integer.parseInt(forked.values().get("statics.classes"))).isGreaterThan(500);
    assertThat(AllowedDifferences.FORK_AND_SLOT.forbidden(differences)).isEmpty();
    assertThat(secondContainer().forbidden(fresh.differences(last))).isEmpty();
    for (AllowedDifferences.Rule rule : AllowedDifferences.FORK_AND_SLOT.rules()) {
      assertThat(differences).as("needs %s", rule).anyMatch(rule::covers);
    }
  }

  @ParameterizedTest
  @MethodSource("hostiles")
  @Order(2)
  void shouldSeeTheSameAfterAHostileContainer(Hostile hostile) throws Exception {
    long slot = probed.slot();
    pool.nextApplication(); // of the hostile and the probe after it

    Outcome left = probed.run(hostile.program());
    Seen before = last;
    last = probed.probe();

    assertThat(left.status()).as(left.stderr()).isZero();
    assertThat(probed.slot() == slot).as("in the same process").isEqualTo(pool.sameProcess());
    assertThat(containers().forbidden(before.differences(last))).isEmpty();
  }
}
