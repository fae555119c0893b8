/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides on which nodes to look for containers, how often to try, and when to give up the master's
 * own container: for an older gang, or because too few ranks are alive. A pool starts mpirun again
 * only when no container runs, so a master that waited for new ranks would keep them from coming.
 * Used by the master's thread alone.
 */
final class Search {
  private static final Logger LOG = LoggerFactory.getLogger(Search.class);

  private static final int ATTEMPTS = 3;

  /** So often containers are given back before others get the master's own, too. */
  private static final int YIELD_AFTER = 2;

  /** Ranks reach free slots within a second; then the first question whether they can. */
  private static final Duration ARRIVAL_LOOK = Duration.ofSeconds(5);

  /**
   * Nobody submits a detached gang again. So long it looks whether ranks are still missing: a pool
   * manager that is restarted is back sooner.
   */
  private static final Duration DETACHED_BOUND = Duration.ofSeconds(30);

  private final GangPlan plan;
  private final ResourceRequests requests;
  private final Clients clients;
  private final ClusterReports cluster;
  private final LongSupplier clock;
  private final Reservation reservation;

  /** Nodes without slots of the MPI job that the gang was to have; until containers go back. */
  private final Set<String> avoided = new TreeSet<>();

  private int attempt = 1;
  private String lastFailure = "";

  /** How often containers have been given back, as far as this has acted on it. */
  private int givenBack;

  /** When to ask whether ranks can arrive, by the clock. */
  private long arrivalLook;

  /** Since when each answer has told of missing ranks, by the clock; empty = the last has not. */
  private Optional<Long> missingSince = Optional.empty();

  /** Whether the next attempt waits for missing ranks, and does not count. */
  private boolean hopes;

  /** How it has given up the master's own container; empty = it has not. */
  private Optional<GangMessage.Yielded> yielded = Optional.empty();

  /**
   * Asks for nothing yet.
   *
   * @param clients who hear why it takes long
   * @param random for the length of pauses
   * @param clock the time, as System.nanoTime
   */
  Search(
      GangPlan plan,
      ResourceRequests requests,
      Clients clients,
      ClusterReports cluster,
      RandomGenerator random,
      LongSupplier clock) {
    this.plan = plan;
    this.requests = requests;
    this.clients = clients;
    this.cluster = cluster;
    this.clock = clock;
    reservation = new Reservation(plan.ranks(), requests, random, clock);
  }

  /** Begins to ask. */
  void begin() {
    reservation.begin();
  }

  /**
   * Takes containers.
   *
   * @return all that were wanted, when they are complete; else nothing
   */
  Optional<List<Container>> add(List<Container> containers) {
    Optional<List<Container>> all = reservation.add(containers);
    if (all.isPresent()) {
      planArrivalLook();
    }
    return all;
  }

  /** A container is over; it may be one that is held, for example when its node is lost. */
  void over(ContainerId container) {
    reservation.over(container);
  }

  /** Gives everything back and asks for nothing more. */
  void end() {
    reservation.end();
  }

  /** Wants no containers of these nodes, as long as others may be had. */
  void avoid(Set<String> hosts) {
    avoided.addAll(hosts);
    requests.avoid(hosts);
  }

  private void planArrivalLook() {
    arrivalLook = clock.getAsLong() + ARRIVAL_LOOK.toNanos();
  }

  /**
   * Why ranks that are on their way to slots cannot all arrive. Asks every few seconds.
   *
   * @return as {@link #missingRanks}; nothing when it is not time to ask, or when they may yet come
   */
  Optional<String> missingArrivals() {
    if (clock.getAsLong() - arrivalLook < 0) {
      return Optional.empty();
    }
    Optional<String> missing = missingRanks();
    planArrivalLook(); // the answer may have taken long
    return missing.filter(some -> isHopeless());
  }

  /** Why the program cannot begin in any containers now; empty when that is not so, or unknown. */
  Optional<String> missingRanks() {
    try {
      Optional<String> missing = cluster.missingRanks();
      missingSince = missing.map(some -> missingSince.orElseGet(clock::getAsLong));
      return missing;
    } catch (IOException | YarnException e) {
      LOG.info("not known how many ranks are alive: {}", e.toString());
      return Optional.empty();
    }
  }

  /** Whether to wait for missing ranks no longer. */
  private boolean isHopeless() {
    return missingSince
        .filter(since -> !plan.detached() || clock.getAsLong() - since >= DETACHED_BOUND.toNanos())
        .isPresent();
  }

  /**
   * The program could not begin in the containers that were found.
   *
   * @param missing as {@link #missingRanks} has told
   * @return why there is no other attempt; empty when there is one, which {@link #again} begins, or
   *     when it has yielded
   */
  Optional<String> failed(String reason, Optional<String> missing) {
    LOG.info("attempt {} of {}: {}", attempt, ATTEMPTS, reason);
    lastFailure = missing.map(some -> reason + "; " + some).orElse(reason);
    if (missing.isPresent() && isHopeless()) {
      return leavePlace(true, lastFailure);
    }
    hopes = missing.isPresent();
    return hopes || attempt < ATTEMPTS
        ? Optional.empty()
        : Optional.of(
            "the gang did not start in " + ATTEMPTS + " attempts; the last one: " + lastFailure);
  }

  /**
   * Gives up the master's own container.
   *
   * @return why it cannot be submitted again; empty when its client can do so
   */
  private Optional<String> leavePlace(boolean ranksAreMissing, String reason) {
    if (plan.detached()) {
      return Optional.of(reason + ", and no client can submit it again");
    }
    yielded = Optional.of(new GangMessage.Yielded(ranksAreMissing, reason));
    return Optional.empty();
  }

  /** Looks for other containers. */
  void again() {
    if (hopes) {
      reservation.beginIn(ARRIVAL_LOOK);
    } else {
      attempt++;
      reservation.begin();
    }
  }

  /** Why the program could not begin last; empty before. */
  String lastFailure() {
    return lastFailure;
  }

  /** How it has ended so that its client can submit it again; empty = it has not. */
  Optional<GangMessage.Yielded> yielded() {
    return yielded;
  }

  /** How long until {@link #tick} has something to do; empty when nothing is due. */
  Optional<Duration> untilDue() {
    return reservation.untilDue();
  }

  /**
   * Does what is due.
   *
   * @param verdict hears why the search is over
   * @return whether it goes on
   */
  boolean tick(GangVerdict verdict) {
    reservation.tick();
    if (reservation.attempts() == givenBack) {
      return true;
    }
    givenBack = reservation.attempts();
    return avoided.isEmpty() ? waitOn(verdict) : lookEverywhere(verdict);
  }

  /** Nodes that were avoided may have slots of the right job meanwhile. */
  private boolean lookEverywhere(GangVerdict verdict) {
    requests.avoidNoMore(Set.copyOf(avoided));
    avoided.clear();
    attempt++;
    if (attempt <= ATTEMPTS) {
      return true;
    }
    reservation.end();
    verdict.broken("no MPI job has " + plan.ranks() + " free slots; " + lastFailure);
    return false;
  }

  /** Others have the places. */
  private boolean waitOn(GangVerdict verdict) {
    if (givenBack < YIELD_AFTER) {
      return true;
    }
    if (givenBack == YIELD_AFTER) {
      clients.tell(
          new GangMessage.Note("waits for " + plan.ranks() + " free containers at the same time"));
    }
    if (!isInTheWay()) {
      return true;
    }
    reservation.end();
    leavePlace(false, "an older gang needs its place").ifPresent(verdict::broken);
    return false;
  }

  private boolean isInTheWay() {
    try {
      return cluster.olderGangNeedsThePlace();
    } catch (IOException | YarnException e) {
      LOG.info("not known whether others need this master's container: {}", e.toString());
      return false;
    }
  }
}
