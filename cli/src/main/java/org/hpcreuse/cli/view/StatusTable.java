/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.hpcreuse.cli.pool.ClusterStatus;
import org.hpcreuse.cli.terminal.PlainText;
import org.hpcreuse.protocol.ProcessOwner;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * A status answer for people: what the pool is and has done, its slots, and what an administrator
 * must act on. No line is longer than {@link Columns#WIDTH}.
 */
public final class StatusTable {
  private static final int LABEL = 9;
  private static final int KB_IN_MB = 1024;
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s*(\\d+) kB$");

  /** Reasons to replace a slot that are no fault of anything. */
  private static final Set<String> HARMLESS =
      Set.of("on-request", "framework-changed", "max-uses", "single-use");

  private final PoolFiles files;
  private final boolean verbose;

  /**
   * For one pool.
   *
   * @param files of the pool
   * @param verbose whether all that the answer has is shown, too
   */
  public StatusTable(PoolFiles files, boolean verbose) {
    this.files = files;
    this.verbose = verbose;
  }

  /**
   * Makes the lines.
   *
   * @param json as in {@code status --json}
   * @return lines, each ended
   */
  public String render(String json) throws IOException {
    JsonNode status = new ObjectMapper().readTree(json);
    JsonNode clients = status.path(ClusterStatus.CLIENTS);
    Memory memory = Memory.of(status);
    Memory ofClients = Memory.of(clients);
    StringBuilder out = new StringBuilder();
    Columns head = new Columns(LABEL);
    head.row("pool", pool(status.path("pool")));
    work(head, status, memory);
    out.append(head).append('\n').append(slots(status));
    if (clients.has("slots")) {
      out.append("\nclient slots\n\n");
      Columns work = new Columns(LABEL);
      work(work, clients, ofClients);
      out.append(work).append('\n').append(slots(clients));
    }
    List<String> warnings = new ArrayList<>(warnings(status, memory));
    if (clients.has("slots")) {
      warnings(clients, ofClients).forEach(warning -> warnings.add("client slots: " + warning));
    } else if (clients.has("error")) {
      warnings.add("the pool of client slots does not answer: " + clients.path("error").asText());
    }
    if (!warnings.isEmpty()) {
      Columns table = new Columns(LABEL);
      warnings.forEach(warning -> table.row("warning", warning));
      out.append('\n').append(table);
    }
    if (verbose) {
      Columns details = new Columns(LABEL + 6);
      details(details, "", status);
      details(details, "client ", clients);
      out.append('\n').append(details);
    }
    return out.toString();
  }

  /** The slots, the spares, and why some of them leave or have left. */
  static String slots(JsonNode status) {
    Columns slots = new Columns(5, 10, 44, 6, 5, 8);
    slots.row("slot", "state", "container", "runs", "heap", "resident", "containers");
    slots.row("", "", "", "for", "MiB", "MiB", "so far");
    Columns reasons = new Columns(LABEL);
    boolean anyReason = false;
    for (JsonNode process : processes(status)) {
      String state = process.path("state").asText();
      boolean busy = !process.path("container").asText("").isEmpty();
      slots.row(
          process.path("slot").asText("spare"),
          state,
          busy ? process.path("container").asText() : "-",
          busy ? duration(process.path("containerSeconds").asLong()) : "-",
          process.path("heapMb").asText("-"),
          isDead(process) ? "-" : residentKb(process) / KB_IN_MB,
          process.path("containers").asText("-"));
      String reason = process.path("reason").asText();
      if (!reason.isEmpty()) {
        anyReason = true;
        reasons.row(name(process), state + ": " + Columns.brief(reason));
      }
    }
    return slots + (anyReason ? "\n" + reasons : "");
  }

  private String pool(JsonNode pool) throws IOException {
    return Stream.of(
            "user " + ProcessOwner.name(),
            "mode reuse",
            "isolation " + isolation(),
            hasMpi(pool) ? "MPI " + text(pool, "mpi") : "no MPI",
            "up for " + duration(pool.path("uptimeMs").asLong() / 1_000))
        .collect(Collectors.joining(", "));
  }

  /** As the option is written. */
  private String isolation() {
    return files.get(Options.ISOLATION).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void work(Columns table, JsonNode status, Memory memory) {
    JsonNode pool = status.path("pool");
    table.row("slots", states(status));
    table.row(
        "memory",
        String.format(
            "slots and spares promise %d MiB, hold %d MiB", memory.promisedMb(), memory.heldMb()));
    String headroom =
        pool.path("forkHeadroomMb").asLong() == 0
            ? " MiB, no limit"
            : " of " + text(pool, "forkHeadroomMb") + " MiB";
    table.row(
        "forks",
        text(pool, "forksRunning") + " running, may use " + text(pool, "forksMemoryMb") + headroom);
    JsonNode launches = status.path("launches");
    table.row(
        "launches",
        text(launches, "reused")
            + " reused, "
            + text(launches, "forked")
            + " forked"
            + counts(launches.path("forkReasons"), ": "));
    if (!status.path("retirements").isEmpty()) {
      table.row("replaced", counts(status.path("retirements"), ""));
    }
  }

  /** How many slots are in each state; the usual ones come first, also when there are none. */
  private static String states(JsonNode status) {
    Map<String, Integer> states = new LinkedHashMap<>();
    Stream.of("FREE", "RUNNING", "STARTING").forEach(state -> states.put(state, 0));
    status
        .path("slots")
        .forEach(slot -> states.merge(slot.path("state").asText(), 1, Integer::sum));
    StringBuilder text = new StringBuilder();
    states.forEach((state, count) -> text.append(count).append(' ').append(state).append(", "));
    JsonNode pool = status.path("pool");
    text.append("waiting containers ").append(text(pool, "queued"));
    text.append("; spares ").append(status.path("spares").size());
    return text + (hasMpi(pool) ? ", ranks left " + text(pool, "ranksLeft") : "");
  }

  /** Of the slots and spares of a pool, MiB. */
  private record Memory(long promisedMb, long heldMb) {
    static Memory of(JsonNode status) {
      return new Memory(StatusTable.promisedMb(status), StatusTable.heldMb(status));
    }
  }

  private static long promisedMb(JsonNode status) {
    long promised = 0;
    for (JsonNode process : processes(status)) {
      long classes = 0;
      for (JsonNode profile : process.path("profiles")) {
        classes += profile.asLong();
      }
      promised +=
          SlotMemory.promisedMb(process.path("classHeapMb").asInt())
              + SlotMemory.ofClassesMb(classes);
    }
    return promised;
  }

  private static long heldMb(JsonNode status) {
    return processes(status).stream()
            .filter(process -> !isDead(process))
            .mapToLong(StatusTable::residentKb)
            .sum()
        / KB_IN_MB;
  }

  private static boolean hasMpi(JsonNode pool) {
    return !pool.path("mpi").asText("none").equals("none");
  }

  private static String name(JsonNode process) {
    return process.has("slot") ? "slot " + process.path("slot").asText() : "spare";
  }

  private static boolean isDead(JsonNode process) {
    return process.path("state").asText().equals("DEAD");
  }

  /** Now, as the kernel says; of a process that is not here, as the slot has said last. */
  private static long residentKb(JsonNode process) {
    Path kernel = Path.of("/proc", process.path("pid").asText("0"), "status");
    long said = process.path(SlotFigure.RSS.key()).asLong();
    try {
      Matcher now = RESIDENT.matcher(Files.readString(kernel, StandardCharsets.ISO_8859_1));
      return now.find() ? Long.parseLong(now.group(1)) : said;
    } catch (IOException gone) {
      return said;
    }
  }

  private static List<JsonNode> processes(JsonNode status) {
    return Stream.of("slots", "spares")
        .flatMap(group -> StreamSupport.stream(status.path(group).spliterator(), false))
        .toList();
  }

  /** What an administrator must act on. */
  private List<String> warnings(JsonNode status, Memory memory) {
    List<String> warnings = new ArrayList<>();
    JsonNode pool = status.path("pool");
    if (pool.path("draining").asBoolean()) {
      warnings.add("a drain is in force, containers get no slot: «drain --undo» ends it");
    }
    long dead =
        processes(status).stream().filter(StatusTable::isDead).count()
            - pool.path("slotsLent").asLong();
    if (dead > 0) {
      warnings.add("slots without a process: " + dead + ", see above and their logs");
    }
    long outside =
        processes(status).stream().filter(p -> p.has("mpi") && !p.path("mpi").asBoolean()).count();
    if (hasMpi(pool) && outside > 0 && !files.get(Options.MPI_RENEWAL)) {
      warnings.add("slots that are no MPI ranks until the pool is started again: " + outside);
    }
    if (memory.promisedMb() > 0 && memory.heldMb() > memory.promisedMb()) {
      warnings.add("the slots hold more memory than the node is sized for");
    }
    String faults = faults(status.path("retirements"));
    if (!faults.isEmpty()) {
      warnings.add(
          "slots were replaced because of " + faults + ", see docs/troubleshooting.md for each");
    }
    JsonNode check = pool.path("lastMpiCheck");
    if (check.has("ok") && !check.path("ok").asBoolean()) {
      warnings.add("the last MPI check failed: " + Columns.brief(check.path("error").asText()));
    }
    if (pool.path("failures").asLong() > 0) {
      warnings.add("errors in the pool manager: " + text(pool, "failures") + ", see its log");
    }
    if (!status.path("refused").isEmpty()) {
      warnings.add("callers were refused: " + counts(status.path("refused"), ""));
    }
    return warnings;
  }

  private static String faults(JsonNode retirements) {
    return retirements.properties().stream()
        .filter(entry -> !HARMLESS.contains(entry.getKey()))
        .map(entry -> entry.getKey() + " " + entry.getValue().asText())
        .collect(Collectors.joining(", "));
  }

  /** All that there is, a row for each process and each group of counts. */
  private static void details(Columns table, String prefix, JsonNode status) {
    for (Map.Entry<String, JsonNode> part : status.properties()) {
      String name = part.getKey();
      if (name.equals("slots") || name.equals("spares")) {
        for (JsonNode process : part.getValue()) {
          table.row(prefix + name(process), PlainText.of(process));
        }
      } else if (!name.equals(ClusterStatus.CLIENTS)) {
        table.row(prefix + name, PlainText.of(part.getValue()));
      }
    }
  }

  private static String counts(JsonNode counts, String before) {
    return counts.isEmpty()
        ? ""
        : counts.properties().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue().asText())
            .collect(Collectors.joining(", ", before, ""));
  }

  private static String text(JsonNode object, String name) {
    return object.path(name).asText("-");
  }

  /** In its largest unit: 45 s, 12 min, 3.2 h, 5 d. */
  private static String duration(long seconds) {
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3_600) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800
        ? String.format(Locale.ROOT, "%.1f h", seconds / 3_600.0)
        : seconds / 86_400 + " d";
  }
}
