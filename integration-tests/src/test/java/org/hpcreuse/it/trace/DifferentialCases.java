/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.guest.probe.Probe;
import org.hpcreuse.it.harness.Container;
import org.hpcreuse.it.harness.Fork;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.Outcome;
import org.hpcreuse.it.harness.PoolExtension;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A probe sees the same in a forked JVM, in a fresh slot, and in a slot after each of many hostile
 * containers, but for {@link AllowedDifferences}. Each probe is compared with the one before it, so
 * that the container in between is to blame.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class DifferentialCases {
  private Seen last;
  private long slot;

  abstract PoolExtension pool();

  /** What its slots may show otherwise than slots without MPI. */
  List<AllowedDifferences.Rule> rulesOfSlot() {
    return List.of();
  }

  static Stream<Hostile> hostiles() {
    return Hostiles.all().stream();
  }

  @Test
  @Order(1)
  void shouldSeeInAFreshSlotWhatAForkedJvmSees() throws Exception {
    Container own = container(Probe.class);
    Seen forked = Seen.of(Fork.run(own), own);

    Seen fresh = probe();
    last = probe();

    List<Seen.Difference> differences = new ArrayList<>(forked.differences(fresh));
    for (AllowedDifferences.Rule rule : rulesOfSlot()) {
      assertThat(differences.removeIf(rule::covers)).as("needs %s", rule).isTrue();
    }
    assertThat(Integer.parseInt(forked.values().get("statics.classes"))).isGreaterThan(500);
    assertThat(AllowedDifferences.FORK_AND_SLOT.forbidden(differences)).isEmpty();
    assertThat(AllowedDifferences.SECOND_CONTAINER.forbidden(fresh.differences(last))).isEmpty();
    for (AllowedDifferences.Rule rule : AllowedDifferences.FORK_AND_SLOT.rules()) {
      assertThat(differences).as("needs %s", rule).anyMatch(rule::covers);
    }
  }

  @ParameterizedTest
  @MethodSource("hostiles")
  @Order(2)
  void shouldSeeTheSameAfterAHostileContainer(Hostile hostile) throws Exception {
    Seen spoiled = probe(hostile.program().getName());
    Outcome left = pool().run(container(hostile.program()));
    Seen before = last;
    last = probe();

    if (!hostile.seen().isEmpty()) {
      assertThat(before.differences(spoiled))
          .as("what it leaves when nothing is released")
          .anyMatch(difference -> difference.key().matches(hostile.seen()));
    }
    assertThat(left.status()).as(left.stderr()).isZero();
    assertThat(AllowedDifferences.CONTAINERS.forbidden(before.differences(last))).isEmpty();
  }

  private Seen probe(String... arguments) throws Exception {
    Container container = container(Probe.class).arguments(arguments);
    Outcome outcome = pool().run(container);
    assertThat(outcome.status()).as(outcome.stdout() + outcome.stderr()).isZero();
    long pid = outcome.assigned().slotPid();
    boolean same = slot == 0 || slot == pid;
    slot = pid;
    assertThat(same).as("still the same slot").isTrue();
    return Seen.of(outcome.stdout(), container);
  }

  /** With the class path and the properties of a task. */
  private Container container(Class<?> program) throws IOException {
    Container container = pool().container(program).withFramework(Installation.hadoopJars());
    String dir = container.workDir().toString();
    for (String name : List.of("LANG", "LC_ALL")) {
      if (System.getenv(name) != null) {
        container.environment(name, System.getenv(name));
      }
    }
    return container
        .property("java.io.tmpdir", Files.createDirectory(container.workDir().resolve("tmp")) + "")
        .property("java.net.preferIPv4Stack", "true")
        .property("hadoop.metrics.log.level", "WARN")
        .property("log4j.configuration", "container-log4j.properties")
        .property("yarn.app.container.log.dir", dir)
        .property("yarn.app.container.log.filesize", "0")
        .property("hadoop.root.logger", "INFO,CLA")
        .property("hadoop.root.logfile", "syslog");
  }
}
