/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What a pool tells of itself ({@code hpc-reuse status --json}). */
public final class PoolStatus {
  private static final String NO_MPI = "none";
  private static final String NO_NEED = "NONE";

  private final JsonNode status;

  /** Reads the answer of a pool manager. */
  public PoolStatus(JsonNode status) {
    this.status = status;
  }

  /** The pool manager's pid. */
  public long manager() {
    return status.at("/pool/pid").asLong();
  }

  /** Pids of all slots. */
  public List<Long> slots() {
    return pids("slots", slot -> true);
  }

  /** How many slots and spares are living ranks. */
  public long ranks() {
    return Stream.of("slots", "spares")
        .flatMap(part -> StreamSupport.stream(status.path(part).spliterator(), false))
        .filter(slot -> slot.path("pid").asLong() > 0 && slot.path("mpi").asBoolean())
        .count();
  }

  /** Pids of all slots and spares. */
  public List<Long> processes() {
    List<Long> pids = new ArrayList<>(slots());
    pids.addAll(pids("spares", spare -> true));
    return pids;
  }

  /** What each slot has come to, by its own figures. */
  public List<SlotFigures> figures() {
    return SlotFigures.parse(status.path("slots"));
  }

  /** Pids of the manager, of all slots and of all spares that live, by their names. */
  Map<String, Long> pidsByName() {
    Map<String, Long> named = new LinkedHashMap<>();
    for (JsonNode slot : status.path("slots")) {
      named.put("slot " + slot.path("slot").asText(), slot.path("pid").asLong());
    }
    for (JsonNode spare : status.path("spares")) {
      named.put("spare " + spare.path("process").asText(), spare.path("pid").asLong());
    }
    named.put("pool manager", manager());
    named.values().removeIf(pid -> pid <= 0);
    return named;
  }

  /** Pids of the slots whose container is in its main(). */
  public List<Long> running() {
    return pids("slots", slot -> slot.path("state").asText().equals("RUNNING"));
  }

  /**
   * The same of containers whose ids end so.
   *
   * @param end {@code _000001} for ApplicationMasters
   */
  public List<Long> running(String end) {
    return pids(
        "slots",
        slot ->
            slot.path("state").asText().equals("RUNNING")
                && slot.path("container").asText().endsWith(end));
  }

  /** How many training jobs the processes have still to run, together. */
  public int trainingJobsLeft() {
    int rounds = status.at("/pool/trainingRounds").asInt();
    int left = 0;
    for (String part : List.of("slots", "spares")) {
      for (JsonNode slot : status.path(part)) {
        if (slot.path("pid").asLong() > 0) {
          left += Math.max(0, rounds - slot.path("trained").asInt());
        }
      }
    }
    return left;
  }

  /**
   * What is still to come until nothing works in the pool's processes any more, beside what is
   * {@link #missing}: training jobs and garbage collections. One line for each; empty when the pool
   * is at rest.
   */
  public List<String> unrest() {
    List<String> unrest = missing();
    for (String part : List.of("slots", "spares")) {
      for (JsonNode slot : status.path(part)) {
        String need = slot.path("collectionNeed").asText(NO_NEED);
        if (!need.equals(NO_NEED)) {
          unrest.add("process " + slot.path("process").asText() + " has to collect: " + need);
        }
      }
    }
    if (trainingJobsLeft() > 0) {
      unrest.add(trainingJobsLeft() + " training jobs are left");
    }
    return unrest;
  }

  /** A place without a process has pid 0. */
  private List<Long> pids(String part, Predicate<JsonNode> wanted) {
    List<Long> pids = new ArrayList<>();
    for (JsonNode slot : status.path(part)) {
      if (wanted.test(slot) && slot.path("pid").asLong() > 0) {
        pids.add(slot.path("pid").asLong());
      }
    }
    return pids;
  }

  /**
   * What is still missing until the pool is as after its start: every slot free, a rank of MPI if
   * the pool has it, no spare on its way (nobody can tell whose process that is), nobody waiting.
   * One line for each; empty when it is whole.
   */
  public List<String> missing() {
    boolean withMpi = !status.at("/pool/mpi").asText().equals(NO_MPI);
    List<String> missing = new ArrayList<>();
    for (JsonNode slot : status.path("slots")) {
      String state = slot.path("state").asText();
      String name = "slot " + slot.path("slot").asText();
      if (!state.equals("FREE")) {
        missing.add(name + " is " + state);
      } else if (withMpi && !slot.path("mpi").asBoolean()) {
        missing.add(name + " is without MPI");
      }
    }
    if (status.path("slots").isEmpty()) {
      missing.add("all slots");
    }
    for (JsonNode spare : status.path("spares")) {
      if (spare.path("state").asText().equals("STARTING")) {
        missing.add("the spare in process " + spare.path("process").asText() + " is STARTING");
      }
    }
    for (String count : List.of("queued", "uncollected")) {
      if (status.at("/pool/" + count).asInt() > 0) {
        missing.add(status.at("/pool/" + count).asText() + " containers are " + count);
      }
    }
    return missing;
  }
}
