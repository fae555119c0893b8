/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.cli.diagnosis.HeapDumps;
import org.hpcreuse.it.foreign.KnownDifferences.Known;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.protocol.wire.Message;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of the workload {@code foreign} print in a slot what they print in a JVM of their own,
 * also after one that has spoilt what it could.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ForeignKitCases {
  private static final Set<String> SAMPLE =
      Set.of(
          "avro.Conversions",
          "compress.Zstd",
          "hadoop.Clones",
          "hadoop.Databases",
          "jackson.Modules",
          "logging.Slf4j",
          "netty.Globals",
          "script.Rhinos");

  private static final int LONGEST_CELL = 500;
  private static final String SPOIL = "spoil";
  private static final Map<String, String> FORKED = new ConcurrentHashMap<>();

  private final String mode;
  private final List<String> order;
  private final Map<String, String> rows = new TreeMap<>();

  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  /**
   * @param mode a name of the slots
   * @param order what each program is told, container after container
   */
  ForeignKitCases(String mode, PoolExtension pool, String... order) {
    this.mode = mode;
    this.pool = pool;
    this.order = List.of(order);
  }

  /** One of each kind. */
  static Stream<ForeignProgram> sample() throws IOException {
    List<ForeignProgram> sample =
        ForeignProgram.all().stream().filter(program -> SAMPLE.contains(program.name())).toList();
    assertThat(sample).hasSameSizeAs(SAMPLE);
    return sample.stream();
  }

  static Stream<ForeignProgram> others() throws IOException {
    return ForeignProgram.all().stream().filter(program -> !SAMPLE.contains(program.name()));
  }

  @ParameterizedTest
  @MethodSource("sample")
  void shouldPrintWhatAForkedJvmPrints(ForeignProgram program) throws Exception {
    check(program);
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("many-jobs")
  void shouldPrintWhatAForkedJvmPrintsToo(ForeignProgram program) throws Exception {
    check(program);
  }

  @Test
  void shouldKnowDifferencesOfProgramsThatExist() throws IOException {
    assertThat(ForeignProgram.all())
        .extracting(ForeignProgram::name)
        .containsAll(KnownDifferences.programs().toList());
  }

  private void check(ForeignProgram program) throws Exception {
    pool.nextApplication();
    awaitFree();
    Set<String> findings = new LinkedHashSet<>();
    boolean spoilt = false;
    for (String argument : order) {
      String forked = forked(program, argument);
      String name = (argument.isEmpty() ? "look" : argument) + (spoilt ? " after a neighbour" : "");
      findings.addAll(run(program, argument, forked).stream().map(d -> name + ": " + d).toList());
      spoilt |= argument.equals(SPOIL);
    }
    List<String> audited = audit();
    findings.addAll(audited);
    List<Known> known = KnownDifferences.of(program.name(), mode);
    rows.put(program.name(), row(findings, known));

    assertThat(findings.stream().filter(text -> known.stream().noneMatch(k -> k.covers(text))))
        .as("findings that no known difference explains")
        .isEmpty();
    assertThat(
            known.stream()
                .filter(Known::always)
                .filter(k -> findings.stream().noneMatch(k::covers)))
        .as("known differences that are none any more")
        .isEmpty();
  }

  private String forked(ForeignProgram program, String argument)
      throws IOException, InterruptedException {
    String key = program + " " + argument;
    String output = FORKED.get(key);
    if (output == null) {
      output = Fork.run(program.container(pool, argument), pool.javaHome());
      assertThat(output).as(key).isNotEmpty();
      FORKED.put(key, output);
    }
    return output;
  }

  /** Returns what is otherwise than in a JVM of its own. */
  private List<String> run(ForeignProgram program, String argument, String forked)
      throws IOException, TimeoutException {
    Container container = program.container(pool, argument);
    Outcome outcome = pool.run(container);
    awaitFree();
    List<String> found = new ArrayList<>();
    if (outcome.status() != 0) {
      found.add("status " + outcome.status() + " " + outcome.stderr());
    }
    List<String> expected = forked.lines().toList();
    expected.stream()
        .filter(line -> !outcome.lines().contains(line))
        .forEach(line -> found.add("forked has " + line));
    outcome.lines().stream()
        .filter(line -> !expected.contains(line))
        .forEach(line -> found.add("slot has " + line));
    if (found.isEmpty() && !outcome.stdout().equals(forked)) {
      found.add("other order: " + outcome.stdout());
    }
    Pattern retired =
        Pattern.compile(container.id() + " status .* released in \\d+ us (?:retire: )?(.+)");
    retired
        .matcher(pool.slotLogs())
        .results()
        .forEach(line -> found.add("slot lost: " + line.group(1)));
    long now = pool.slot(0).get("pid").asLong();
    if (now != outcome.assigned().slotPid()
        && found.stream().noneMatch(f -> f.startsWith("slot"))) {
      found.add("slot lost");
    }
    return found;
  }

  /** A slot that has been lost some times in a row stays empty until somebody asks for it. */
  private void awaitFree() throws IOException, TimeoutException {
    if (pool.slot(0).get("state").asText().equals("DEAD")) {
      pool.ask(new Message.Retire(0));
    }
    pool.awaitAllFree();
  }

  /**
   * Returns what the audit names. While a loader lives, the audit cannot tell its native libraries
   * from the framework's. A slot in which something has stayed is replaced.
   */
  private List<String> audit() throws IOException, TimeoutException {
    List<String> found = new ArrayList<>();
    try (HeapDumps dumps = HeapDumps.in(pool.dir())) {
      ObjectNode slot = (ObjectNode) pool.audit(dumps.directory().toString()).get(0);
      boolean isHeld = slot.get("liveLoaders").asInt() > 0;
      if (isHeld) {
        dumps.addPaths(slot);
        slot.get("paths").forEach(path -> found.add("audit: held by " + shortened(path.asText())));
      }
      for (JsonNode row : slot.get("residue")) {
        if (!isHeld || !row.get("kind").asText().equals("native-library")) {
          found.add("audit: " + row);
        }
      }
    }
    if (!found.isEmpty()) {
      pool.ask(new Message.Retire(0));
      awaitFree();
    }
    return found;
  }

  /** A step that comes again and again, such as to the next of a list, stands there once. */
  private static String shortened(String path) {
    return path.replaceAll("( > [^>]+)\\1+", "$1");
  }

  private static String row(Set<String> findings, List<Known> known) {
    StringBuilder row = new StringBuilder("|");
    for (String kind : List.of("look: ", "spoil: ", "look after a neighbour: ", "audit: ")) {
      List<String> own = findings.stream().filter(text -> text.startsWith(kind)).toList();
      row.append(own.isEmpty() ? " same |" : " " + cell(String.join("; ", own)) + " |");
    }
    List<String> reasons =
        known.stream()
            .filter(k -> findings.stream().anyMatch(k::covers))
            .map(Known::reason)
            .distinct()
            .toList();
    return row + " " + cell(String.join("; ", reasons)) + " |";
  }

  private static String cell(String text) {
    String line = text.replace("|", "\\|").replaceAll("\\s+", " ");
    return line.length() > LONGEST_CELL ? line.substring(0, LONGEST_CELL) + " …" : line;
  }

  @AfterAll
  void writeTable() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| program | slot | as a neighbour | after a neighbour | audit | why |");
    lines.add("|---|---|---|---|---|---|");
    rows.forEach((program, row) -> lines.add("| " + program + " " + row));
    Files.write(Installation.target().resolve("foreign-kit-" + mode + ".md"), lines);
  }
}
