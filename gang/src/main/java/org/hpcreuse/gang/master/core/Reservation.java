/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets all containers of the gang, or none. It never keeps some of them for longer than {@link
 * Patience} allows. Used by the master's thread alone.
 */
final class Reservation {
  private static final Logger LOG = LoggerFactory.getLogger(Reservation.class);

  private final int wanted;
  private final ResourceRequests requests;
  private final LongSupplier clock;
  private final Patience patience;
  private final List<Container> held = new ArrayList<>();
  private boolean asking;

  /** When the containers held are given back, or when to ask again; by the clock. */
  private Optional<Long> due = Optional.empty();

  /**
   * Asks for nothing yet.
   *
   * @param clock the time, as System.nanoTime
   */
  Reservation(int wanted, ResourceRequests requests, RandomGenerator random, LongSupplier clock) {
    this.wanted = wanted;
    this.requests = requests;
    this.clock = clock;
    patience = new Patience(random);
  }

  /** Begins to ask. */
  void begin() {
    asking = true;
    due = Optional.of(clock.getAsLong() + patience.hold().toNanos());
    requests.request(wanted);
  }

  /** Begins to ask when so much time has passed. */
  void beginIn(Duration pause) {
    due = Optional.of(clock.getAsLong() + pause.toNanos());
  }

  /**
   * Takes containers.
   *
   * @return all that were wanted, when they are complete; else nothing
   */
  Optional<List<Container>> add(List<Container> containers) {
    for (Container container : containers) {
      if (asking && held.size() < wanted) {
        held.add(container);
        requests.taken();
      } else {
        requests.release(List.of(container));
      }
    }
    if (asking && held.size() == wanted) {
      List<Container> all = List.copyOf(held);
      held.clear();
      asking = false;
      due = Optional.empty();
      return Optional.of(all);
    }
    return Optional.empty();
  }

  /** A container is over; one that is held is no longer. */
  void over(ContainerId container) {
    held.removeIf(each -> each.getId().equals(container));
  }

  /** Gives everything back and asks for nothing more. */
  void end() {
    asking = false;
    due = Optional.empty();
    requests.cancelRequests();
    requests.release(held);
    held.clear();
  }

  /** Does what is due. */
  void tick() {
    if (due.isEmpty() || clock.getAsLong() - due.get() < 0) {
      return;
    }
    if (asking) {
      int had = held.size();
      end();
      Duration pause = patience.pause();
      LOG.info(
          "attempt {}: {} of {} containers came in time; given back, asking again in {} ms",
          patience.attempts(),
          had,
          wanted,
          pause.toMillis());
      due = Optional.of(clock.getAsLong() + pause.toNanos());
    } else {
      begin();
    }
  }

  /** How often containers have been given back. */
  int attempts() {
    return patience.attempts();
  }

  /** How long until {@link #tick} has something to do; empty when nothing is due. */
  Optional<Duration> untilDue() {
    return due.map(at -> Duration.ofNanos(Math.max(0, at - clock.getAsLong())));
  }
}
