/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One program after the other, each an application of its own, in two slots. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("many-jobs")
class ForeignRowTest {
  private static final int CONTAINERS = 50;

  @RegisterExtension
  final PoolExtension pool =
      PoolExtension.with(Mpi.NONE).set(Options.SLOTS, "2x512").set(Options.SPARES, "0").own();

  /** Avro's classes by schema and conversions, JDBC input, Java serialisation. */
  @ParameterizedTest
  @ValueSource(
      strings = {"avro.SchemaClasses", "avro.Conversions", "hadoop.Databases", "hadoop.Clones"})
  void shouldRunAsForkedJvmsFiftyTimesAndLoseNoSlot(String name) throws Exception {
    ForeignProgram program =
        ForeignProgram.all().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    String forked = Fork.run(program.container(pool, ""), Installation.javaHome());
    for (int i = 0; i < CONTAINERS; i++) {
      pool.nextApplication();
      Outcome outcome = pool.run(program.container(pool, ""));
      assertThat(outcome.stdout()).as("container %d: %s", i, outcome.stderr()).isEqualTo(forked);
      pool.awaitAllFree();
    }
    assertThat(pool.status().get("retirements")).as("slots lost").isEmpty();
  }
}
