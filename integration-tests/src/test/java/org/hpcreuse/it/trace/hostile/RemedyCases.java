/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.LeftOut;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.probe.Probe;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each hostile container spoils its successor when its remedy is left out: an agent of the tests
 * leaves it out of a slot that is real otherwise. The successor brings the remedy back, so that its
 * own release finds and mends what is left. Each is compared with the probe before.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RemedyCases {
  /** Between containers a slot that has just started still initialises classes, and restores. */
  private static final String MENDS_BESIDE = "FrameworkSupply.warmUp";

  private final List<String> rows = new ArrayList<>();
  private ProbedPool probed;

  /** Of one slot, made by {@link #slot()}. */
  @RegisterExtension final PoolExtension pool;

  RemedyCases(PoolExtension pool) {
    this.pool = pool;
  }

  /** The containers that are tried. */
  abstract Stream<Hostile> hostiles();

  static PoolExtension slot() {
    return PoolExtension.with(Mpi.NONE)
        .set(Options.RETIRE_OUT_OF_MEMORY, "false")
        .set(Options.UNKNOWN_STATE, "report")
        .set(Options.SLOT_JVM_ARGS, LeftOut.jvmArgs());
  }

  @BeforeAll
  void makeProbes() {
    probed = new ProbedPool(pool).property(Probe.LEFT_OUT, LeftOut.names().toString());
  }

  Stream<Arguments> proofs() {
    return hostiles()
        .flatMap(
            hostile ->
                hostile.proofs().stream()
                    .map(proof -> Arguments.of(hostile, Named.of(name(proof), proof))));
  }

  private static String name(Proof proof) {
    return proof.isOfThread() ? "in the same thread" : "without " + proof.leftOut();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("proofs")
  void shouldSeeWhatAHostileContainerHasLeft(Hostile hostile, Proof proof) throws Exception {
    Seen before = probed.probe();
    long slot = probed.slot();

    Seen spoiled;
    if (proof.isOfThread()) {
      spoiled = probed.probeAfter(hostile.program());
    } else {
      spoil(hostile, proof);
      spoiled = probed.probe();
    }

    List<Seen.Difference> differences = before.differences(spoiled);
    assertThat(differences).anyMatch(proof::covers);
    assertThat(probed.slot()).as("still the same slot").isEqualTo(slot);
    if (proof.leavesThreads()) {
      renewSlot();
    }
  }

  private void spoil(Hostile hostile, Proof proof) throws Exception {
    pool.awaitAllFree(); // the release of the probe before goes on when its status is out
    LeftOut.leaveOut(Stream.concat(proof.leftOut().stream(), Stream.of(MENDS_BESIDE)).toList());
    Outcome left = probed.run(hostile.program());
    assertThat(left.status()).as(left.stderr()).isZero();
  }

  Stream<Arguments> proofsOfState() {
    return proofs().filter(arguments -> !proof(arguments).isOfThread());
  }

  private static Proof proof(Arguments arguments) {
    return (Proof) ((Named<?>) arguments.get()[1]).getPayload();
  }

  /** So a slot that is in service does not take another container. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("proofsOfState")
  void shouldNameInAnAuditWhatIsLeft(Hostile hostile, Proof proof) throws Exception {
    probed.probe();
    pool.awaitAllFree();
    List<String> before = audit();
    spoil(hostile, proof);
    pool.awaitAllFree();
    List<String> named = audit();
    named.removeAll(before);
    probed.probe(); // brings the remedy back
    String first = named.isEmpty() ? "nothing" : named.get(0).replace("|", "\\|");
    rows.add("| " + hostile + " | " + String.join(", ", proof.leftOut()) + " | " + first + " |");
    assertThat(named.isEmpty()).as(named.toString()).isEqualTo(!proof.hidden().isEmpty());
    if (proof.leavesThreads()) {
      renewSlot();
    }
  }

  private List<String> audit() throws Exception {
    JsonNode audited = pool.audit().get(0);
    assertThat(audited.get("error").asText()).isEmpty();
    List<String> named = new ArrayList<>();
    audited
        .get("residue")
        .forEach(row -> named.add(row.get("kind").asText() + " " + row.get("where").asText()));
    return named;
  }

  @AfterAll
  void writeTable() throws IOException {
    List<String> lines =
        new ArrayList<>(List.of("| container | left out | named |", "|---|---|---|"));
    lines.addAll(rows);
    Files.write(
        Installation.target()
            .resolve("audit-of-" + getClass().getSimpleName().toLowerCase(Locale.ROOT) + ".md"),
        lines);
  }

  private void renewSlot() throws Exception {
    long old = probed.slot();
    ProcessHandle.of(old).ifPresent(ProcessHandle::destroyForcibly);
    Waits.until("another slot")
        .atMost(Waits.START)
        .until(
            () -> {
              JsonNode process = pool.slot(0);
              return process.get("pid").asLong() != old
                  && process.get("state").asText().equals("FREE");
            });
  }
}
