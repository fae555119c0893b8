/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpi.MPIException;
import org.hpcreuse.pool.mpi.calls.MpiWaits;

/**
 * Containers of one application that find each other's ranks. Each publishes its rank under its
 * number. The first one looks all of them up, and publishes the list, from which the others take
 * it.
 */
final class RankRendezvous implements AutoCloseable {
  private static final int LONGEST_NAME = 64;

  /** A look asks mpirun, which does little else. */
  private static final Duration FIRST_LOOK = Duration.ofMillis(1);

  private static final Duration LONGEST_LOOK = Duration.ofMillis(250);

  /** YARN's name of a container, whose last part is its number in the attempt. */
  private static final Pattern CONTAINER =
      Pattern.compile("(container_(?:e\\d+_)?\\d+_\\d+_\\d+)_\\d+");

  private static final String LIST = "list";

  /**
   * Who one is in a meeting.
   *
   * @param number from 0
   * @param members how many there are
   * @param rank of the slot in the MPI job
   */
  record Place(int number, int members, int rank) {
    Place {
      if (number < 0 || number >= members) {
        throw new IllegalArgumentException(
            "number " + number + " of " + members + " members: must be from 0 to " + (members - 1));
      }
    }
  }

  /**
   * Who has come.
   *
   * @param ranks of all members, by their numbers
   * @param key the same for all, and another one in each meeting
   */
  record Party(List<Integer> ranks, int key) {
    Party {
      ranks = List.copyOf(ranks);
    }
  }

  private final Names names;
  private final Place place;
  private final long deadlineNanos;
  private final Map<String, String> published = new LinkedHashMap<>();

  /**
   * Prepares one.
   *
   * @param deadlineNanos by {@link System#nanoTime}
   */
  RankRendezvous(Names names, Place place, long deadlineNanos) {
    this.names = names;
    this.place = place;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * The name of a meeting of this container's application attempt.
   *
   * @throws IllegalStateException when this is no container of YARN
   */
  static String name(String name) {
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "the name of a meeting has 1 to " + LONGEST_NAME + " characters, not " + name.length());
    }
    String container = System.getenv("CONTAINER_ID");
    Matcher matcher = CONTAINER.matcher(container == null ? "" : container);
    if (!matcher.matches()) {
      throw new IllegalStateException("CONTAINER_ID is no container of YARN: " + container);
    }
    return matcher.group(1) + "/" + name;
  }

  /**
   * Returns when all have come. The names stay until {@link #close}, which comes when all know the
   * list.
   *
   * @param name of the meeting, the same for all its members and for nobody else
   * @throws TimeoutException naming the first member that has not come
   */
  Party hold(String name) throws MPIException, TimeoutException, InterruptedException {
    String own = name + "/" + place.number();
    if (names.lookUp(own).isPresent()) {
      throw new IllegalStateException(
          own
              + " is known already: another member has this number, or an earlier one was killed;"
              + " take another name for the meeting");
    }
    publish(own, Integer.toString(place.rank()));
    return place.number() == 0 ? gather(name) : read(name);
  }

  /** Takes the names back. */
  @Override
  public void close() {
    for (Map.Entry<String, String> each : published.entrySet()) {
      try {
        names.unpublish(each.getKey(), each.getValue());
      } catch (MPIException e) {
        // It stays with mpirun, and the next meeting of this name says so.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    published.clear();
  }

  private void publish(String name, String text) throws MPIException, InterruptedException {
    names.publish(name, text);
    published.put(name, text);
  }

  private Party gather(String name) throws MPIException, TimeoutException, InterruptedException {
    List<Integer> ranks = new ArrayList<>(List.of(place.rank()));
    for (int number = 1; number < place.members(); number++) {
      ranks.add(Integer.parseInt(await(name + "/" + number, "member " + number)));
    }
    int key = new SecureRandom().nextInt();
    List<String> parts = parts(ranks);
    for (int part = 0; part < parts.size(); part++) {
      publish(name + "/" + LIST + part, key + " " + parts.size() + " " + parts.get(part));
    }
    return new Party(ranks, key);
  }

  /** Texts that are not too long. */
  private static List<String> parts(List<Integer> ranks) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int rank : ranks) {
      if (part.length() > Names.LONGEST / 2) {
        parts.add(part.toString());
        part.setLength(0);
      }
      part.append(part.length() == 0 ? "" : ",").append(rank);
    }
    parts.add(part.toString());
    return parts;
  }

  private Party read(String name) throws MPIException, TimeoutException, InterruptedException {
    List<Integer> ranks = new ArrayList<>();
    int parts = 1;
    int key = 0;
    for (int part = 0; part < parts; part++) {
      String[] text = await(name + "/" + LIST + part, "the list of the first").split(" ", -1);
      key = Integer.parseInt(text[0]);
      parts = Integer.parseInt(text[1]);
      for (String rank : text[2].split(",", -1)) {
        ranks.add(Integer.parseInt(rank));
      }
    }
    if (ranks.size() != place.members() || ranks.get(place.number()) != place.rank()) {
      throw new IllegalStateException(
          name
              + ": this is number "
              + place.number()
              + " of "
              + place.members()
              + ", and the first member has this list: "
              + ranks);
    }
    return new Party(ranks, key);
  }

  private String await(String name, String what)
      throws MPIException, TimeoutException, InterruptedException {
    long pause = FIRST_LOOK.toNanos();
    while (true) {
      Optional<String> text = names.lookUp(name);
      if (text.isPresent()) {
        return text.get();
      }
      if (System.nanoTime() - deadlineNanos >= 0) {
        throw new TimeoutException(what + " has not come; members: " + place.members());
      }
      MpiWaits.requireAllowed();
      TimeUnit.NANOSECONDS.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_LOOK.toNanos());
    }
  }
}
