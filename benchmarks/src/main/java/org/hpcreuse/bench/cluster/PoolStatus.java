/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a pool tells of itself ({@code hpc-reuse status --json}). */
public final class PoolStatus {
  private static final String NO_NEED = "NONE";

  /** Figures that a slot has beside its number, its process and its containers. */
  private static final List<String> FIGURES =
      List.of(
          "loadedClasses",
          "liveLoaders",
          "threads",
          "fds",
          "metaspaceKb",
          "codeKb",
          "rssKb",
          "mpiObjectsLeft",
          "mpiCommunicators");

  private final JsonNode status;
  private final List<JsonNode> slots = new ArrayList<>();
  private final List<JsonNode> spares = new ArrayList<>();
  private final List<JsonNode> both = new ArrayList<>();

  /**
   * What one slot has come to, as an audit or the status tells.
   *
   * @param slot its number
   * @param pid its process
   * @param containers containers that process has run
   * @param residue rows that differ from the baseline by no rule; −1 when it was not audited
   * @param figures numbers by name, for example {@code loadedClasses}
   * @param rows the residue itself, one JSON text a row
   */
  public record MeasuredSlot(
      int slot,
      long pid,
      int containers,
      int residue,
      Map<String, Long> figures,
      List<String> rows) {}

  /** Reads the answer of a pool manager. */
  public PoolStatus(JsonNode status) {
    this.status = status;
    status.path("slots").forEach(slots::add);
    status.path("spares").forEach(spares::add);
    both.addAll(slots);
    both.addAll(spares);
  }

  /** The pool manager's pid. */
  public long manager() {
    return status.at("/pool/pid").asLong();
  }

  /** How many slots and spares are living ranks. */
  public long ranks() {
    return both.stream().filter(slot -> pid(slot) > 0 && slot.path("mpi").asBoolean()).count();
  }

  /** Pids of all slots and spares. */
  public List<Long> processes() {
    return both.stream().map(PoolStatus::pid).filter(pid -> pid > 0).toList();
  }

  /** Pids of the slots whose container is in its main(). */
  public List<Long> running() {
    return running("");
  }

  /** The same of containers whose ids end so: {@code _000001} for ApplicationMasters. */
  public List<Long> running(String end) {
    return slots.stream()
        .filter(slot -> text(slot, "state").equals("RUNNING"))
        .filter(slot -> text(slot, "container").endsWith(end))
        .map(PoolStatus::pid)
        .filter(pid -> pid > 0)
        .toList();
  }

  /** What each slot has come to, by its own figures. */
  public List<MeasuredSlot> figures() {
    return measured(status.path("slots"));
  }

  /** What an audit or a status tells of each slot of an array. */
  static List<MeasuredSlot> measured(JsonNode array) {
    List<MeasuredSlot> measured = new ArrayList<>();
    for (JsonNode slot : array) {
      Map<String, Long> figures = new LinkedHashMap<>();
      FIGURES.stream()
          .filter(name -> slot.path(name).isNumber())
          .forEach(name -> figures.put(name, slot.path(name).asLong()));
      List<String> rows = new ArrayList<>();
      slot.path("residue").forEach(row -> rows.add(row.toString()));
      int residue = slot.path("residueCount").asInt(-1);
      int containers = slot.path("containers").asInt();
      measured.add(
          new MeasuredSlot(
              slot.path("slot").asInt(), pid(slot), containers, residue, figures, rows));
    }
    return measured;
  }

  /** Pids of the manager, of all slots and of all spares that live, by their names. */
  Map<String, Long> pidsByName() {
    Map<String, Long> named = new LinkedHashMap<>();
    slots.forEach(slot -> named.put("slot " + text(slot, "slot"), pid(slot)));
    spares.forEach(spare -> named.put("spare " + text(spare, "process"), pid(spare)));
    named.put("pool manager", manager());
    named.values().removeIf(pid -> pid <= 0);
    return named;
  }

  /** How many training jobs the processes have still to run, together. */
  public int trainingJobsLeft() {
    int rounds = status.at("/pool/trainingRounds").asInt();
    return both.stream()
        .filter(slot -> pid(slot) > 0)
        .mapToInt(slot -> Math.max(0, rounds - slot.path("trained").asInt()))
        .sum();
  }

  /**
   * What is still to come until nothing works in the pool's processes any more, beside what is
   * {@link #missing}: training jobs and garbage collections. One line for each.
   */
  public List<String> unrest() {
    List<String> unrest = missing();
    for (JsonNode slot : both) {
      String need = slot.path("collectionNeed").asText(NO_NEED);
      if (!need.equals(NO_NEED)) {
        unrest.add("process " + text(slot, "process") + " has to collect: " + need);
      }
    }
    if (trainingJobsLeft() > 0) {
      unrest.add(trainingJobsLeft() + " training jobs are left");
    }
    return unrest;
  }

  /**
   * What is still missing until the pool is as after its start: every slot free, a rank of MPI if
   * the pool has it, no spare on its way (nobody can tell whose process that is), nobody waiting.
   * One line for each; empty when it is whole.
   */
  public List<String> missing() {
    boolean withMpi = !status.at("/pool/mpi").asText().equals("none");
    List<String> missing = new ArrayList<>();
    for (JsonNode slot : slots) {
      String name = "slot " + text(slot, "slot");
      if (!text(slot, "state").equals("FREE")) {
        missing.add(name + " is " + text(slot, "state"));
      } else if (withMpi && !slot.path("mpi").asBoolean()) {
        missing.add(name + " is without MPI");
      }
    }
    if (slots.isEmpty()) {
      missing.add("all slots");
    }
    for (JsonNode spare : spares) {
      if (text(spare, "state").equals("STARTING")) {
        missing.add("the spare in process " + text(spare, "process") + " is STARTING");
      }
    }
    for (String count : List.of("queued", "uncollected")) {
      if (status.at("/pool/" + count).asInt() > 0) {
        missing.add(status.at("/pool/" + count).asText() + " containers are " + count);
      }
    }
    return missing;
  }

  /** A place without a process has pid 0. */
  private static long pid(JsonNode slot) {
    return slot.path("pid").asLong();
  }

  private static String text(JsonNode slot, String name) {
    return slot.path(name).asText();
  }
}
