/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.differential;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link DifferentialCases} in slots that keep a user's classes: probe and hostiles share them. */
class DifferentialKeptCodeTest extends DifferentialCases {
  private static final String USES = " uses the classes of ";

  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.SLOTS, "1x256")
          .set(Options.SPARES, "0")
          .set(Options.USER_CODE, "kept")
          .set(Options.RETIRE_OUT_OF_MEMORY, "false");

  @Override
  PoolExtension pool() {
    return POOL;
  }

  @Override
  AllowedDifferences secondContainer() {
    return AllowedDifferences.SECOND_KEPT;
  }

  @Override
  AllowedDifferences containers() {
    return AllowedDifferences.KEPT;
  }

  /** Otherwise the probes have shown nothing. */
  @Test
  @Order(3)
  void shouldHaveSharedTheClassesOfMostHostiles() throws Exception {
    long shared = POOL.slotLogs().lines().filter(line -> line.contains(USES)).count();
    assertThat(shared).isGreaterThan(hostiles().count() / 2);
  }
}
