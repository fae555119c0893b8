/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.protocol.ExitCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gang, from the first request to its end. It reserves all containers, starts them, lets their
 * slots make one communicator, and watches until all ranks have ended.
 *
 * <p>An attempt that fails before the program has begun is repeated with other containers. Once the
 * program runs, the first rank that is lost breaks the gang.
 *
 * <p>Used by the master's thread alone: {@link #handle} for each event, {@link #tick} after it, and
 * when {@link #patienceMs} has passed without one.
 */
public final class Gang {
  private static final Logger LOG = LoggerFactory.getLogger(Gang.class);

  /** From the launch of the containers until all have reached their slots. */
  private static final Duration ARRIVAL_BOUND = Duration.ofMinutes(2);

  /** A key that is known to be there; making a communicator takes milliseconds. */
  private static final Duration JOIN_BOUND = Duration.ofSeconds(20);

  /** What a broken gang's ranks get to end by themselves. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** For a stopped container, YARN's own grace included. */
  private static final Duration STOP_BOUND = Duration.ofSeconds(60);

  /** For the last lines of a rank whose container is over; a lost node never closes. */
  public static final Duration FLUSH_BOUND = Duration.ofSeconds(30);

  /** A client connects as soon as it knows the port. */
  private static final Duration FIRST_CLIENT_BOUND = Duration.ofSeconds(30);

  /** The status of a process that has run out of its time, as timeout(1) has it. */
  private static final int TIMED_OUT = 124;

  private static final int CANCELLED = ExitCodes.SIGNALLED + 2;

  private final GangPlan plan;
  private final ResourceRequests requests;
  private final RankContainers containers;
  private final Clients clients;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private final Timeline timeline;
  private final GangVerdict verdict = new GangVerdict();
  private final Search search;
  private final RankPollBackoff polls;
  private final long clientDue;
  private Ranks ranks = Ranks.none();

  /** The rank whose connection has broken the gang; null without one. */
  private Rank lostRank;

  private State state = State.RESERVING;
  private boolean begun;

  /** When the state must have changed, by the clock; empty = without limit. */
  private Optional<Long> deadline = Optional.empty();

  /** Where the gang is. */
  private enum State {
    /** Containers are missing. */
    RESERVING,
    /** All containers have been given; some have not reached their slots. */
    ARRIVING,
    /** The slots make the communicator. */
    JOINING,
    /** The program runs. */
    RUNNING,
    /** An attempt has failed; its containers have to end before the next one. */
    CLEARING,
    /** The gang is broken; its ranks get time to end. */
    BREAKING,
    /** What has not ended is being stopped. */
    STOPPING,
    /** All ranks are over. */
    OVER
  }

  /**
   * A gang that has asked for nothing yet.
   *
   * @param plan what its user wants
   * @param requests to the ResourceManager
   * @param containers of the ranks
   * @param clients those that watch
   * @param cluster what may keep it from its start
   * @param random for pauses and keys
   * @param clock the time, as System.nanoTime
   * @param timeline where it notes when it has reached what
   */
  public Gang(
      GangPlan plan,
      ResourceRequests requests,
      RankContainers containers,
      Clients clients,
      ClusterReports cluster,
      RandomGenerator random,
      LongSupplier clock,
      Timeline timeline) {
    this.plan = plan;
    this.requests = requests;
    this.containers = containers;
    this.clients = clients;
    this.random = random;
    this.clock = clock;
    this.timeline = timeline;
    search = new Search(plan, requests, clients, cluster, random, clock);
    polls = new RankPollBackoff(clock);
    clientDue = clock.getAsLong() + FIRST_CLIENT_BOUND.toNanos();
  }

  /** Asks for the containers. */
  public void begin() {
    search.begin();
  }

  /** Whether all ranks are over, or there will be none. */
  public boolean isOver() {
    return state == State.OVER;
  }

  /** Whether the program has begun: no rank's container will be started any more. */
  public boolean hasBegun() {
    return begun;
  }

  /** How it has ended. */
  public GangVerdict verdict() {
    return verdict;
  }

  /** How it has ended before its program began, for its client to submit it again; else empty. */
  public Optional<GangMessage.Yielded> yielded() {
    return verdict.isCancelled() ? Optional.empty() : search.yielded();
  }

  /** Whether the last lines of all ranks have come. */
  public boolean isSilent() {
    return ranks.areSilent();
  }

  /** Whether its client should have come. */
  public boolean isClientDue() {
    return clock.getAsLong() - clientDue >= 0;
  }

  /** A connection has ended after the gang. */
  public void hearNoMoreOf(GangPeer peer) {
    ranks.on(peer).ifPresent(Rank::connectionClosed);
  }

  /** How long until {@link #tick} has something to do, ms; at most a second. */
  public long patienceMs() {
    long now = clock.getAsLong();
    Stream<Long> waits =
        Stream.concat(
            Stream.concat(
                deadline.map(at -> Math.max(0, at - now)).stream(),
                isToLook() ? Stream.of(polls.untilDueNanos()) : Stream.empty()),
            search.untilDue().map(Duration::toNanos).stream());
    long most = TimeUnit.SECONDS.toNanos(1);
    long nanos = waits.min(Comparator.naturalOrder()).orElse(most);
    return TimeUnit.NANOSECONDS.toMillis(Math.min(most, nanos)) + 1;
  }

  private void within(Duration bound) {
    deadline = Optional.of(clock.getAsLong() + bound.toNanos());
  }

  /** Something has happened. */
  public void handle(Event event) {
    if (event instanceof Event.Allocated allocated) {
      search.add(allocated.containers()).ifPresent(this::launch);
    } else if (event instanceof Event.Completed completed) {
      completed(completed);
    } else if (event instanceof Event.NotStarted failed) {
      ranks
          .in(failed.container())
          .ifPresent(
              rank -> {
                requests.release(List.of(rank.container()));
                over(rank, ExitCodes.FAILED, "not started: " + failed.reason());
              });
    } else if (event instanceof Event.Said said) {
      said(said.peer(), said.message());
    } else if (event instanceof Event.Closed closed) {
      closed(closed.peer());
    } else if (event instanceof Event.Stop stop) {
      verdict.cancelled(stop.reason(), ExitCodes.KILLED);
      breakUp();
    }
  }

  private void launch(List<Container> reserved) {
    timeline.note("allocated");
    ranks = Ranks.in(reserved, clock);
    containers.start(reserved);
    state = State.ARRIVING;
    within(ARRIVAL_BOUND);
  }

  private void said(GangPeer peer, GangMessage message) {
    if (message instanceof GangMessage.Watch) {
      clients.add(peer);
    } else if (message instanceof GangMessage.Cancel cancel) {
      verdict.cancelled(cancel.reason(), CANCELLED);
      breakUp();
    } else if (message instanceof GangMessage.Here here) {
      arrived(peer, here);
    } else {
      ranks.on(peer).ifPresent(rank -> said(rank, message));
    }
  }

  private void said(Rank rank, GangMessage message) {
    if (message instanceof GangMessage.Joined) {
      rank.joined();
      if (state == State.JOINING && ranks.haveJoined()) {
        timeline.note("joined");
        state = State.RUNNING;
        begun = true;
        ranks.tell(new GangMessage.Go());
        deadline = Optional.empty();
        plan.timeLimitSeconds().ifPresent(limit -> within(Duration.ofSeconds(limit)));
        requests.relax();
      }
    } else if (message instanceof GangMessage.NotJoined failed) {
      failed(rank + ": " + failed.reason());
    } else if (message instanceof GangMessage.Done) {
      rank.done();
      requests.expectNews();
      requests.progress(ranks.doneShare());
    }
  }

  private void arrived(GangPeer peer, GangMessage.Here here) {
    Optional<Rank> rank = ranks.in(here.containerId());
    if (state != State.ARRIVING || rank.isEmpty()) {
      LOG.info("{} comes too late", here.containerId());
      Rank.send(peer, new GangMessage.GiveUp("it has come too late"));
      return;
    }
    rank.get().arrived(peer, here);
    if (ranks.haveArrived()) {
      timeline.note("arrived");
      join();
    }
  }

  private void join() {
    int jobs = ranks.jobs();
    if (jobs > 1) {
      search.avoid(ranks.hostsOutsideLargestJob());
      failed("the slots belong to " + jobs + " MPI jobs, which cannot talk to each other");
      return;
    }
    state = State.JOINING;
    within(JOIN_BOUND.plus(JOIN_BOUND));
    GangMessage.Start start =
        new GangMessage.Start(
            ranks.slotRanks(),
            random.nextInt(),
            JOIN_BOUND.toMillis(),
            plan.mainClass(),
            plan.arguments());
    ranks.tell(start);
  }

  private void completed(Event.Completed completed) {
    search.over(completed.container());
    ranks
        .in(completed.container())
        .ifPresent(rank -> over(rank, completed.status(), completed.diagnostics()));
  }

  /** A rank's container is over, or has never begun. */
  private void over(Rank rank, int status, String diagnostics) {
    if (rank.status().isPresent()) {
      return;
    }
    rank.ended(status);
    if (state == State.ARRIVING || state == State.JOINING) {
      failed(rank + " ended with status " + status + ": " + Diagnostics.essence(diagnostics));
    } else if (state == State.RUNNING) {
      verdict.ended(rank.toString(), status, detail(status, diagnostics));
      if (rank.isSilent()) {
        judge(rank);
      }
    } else if (lostRank == rank && isGivenBack(status)) {
      verdict.lost();
    } else if (lostRank == rank) {
      verdict.ended(rank.toString(), status, detail(status, diagnostics));
    }
    if (allOver()) {
      goOn();
    }
  }

  /** A rank has ended, and nothing more will be heard of it. */
  private void judge(Rank rank) {
    if (!rank.isDone() && !ranks.haveEnded()) {
      verdict.broken(rank + " ended without MPI.Finalize");
      breakUp();
    }
  }

  /** The master itself has ended the container, as it does where its node does not answer. */
  private static boolean isGivenBack(int status) {
    return status == ContainerExitStatus.ABORTED
        || status == ContainerExitStatus.KILLED_BY_APPMASTER;
  }

  /** What the program itself has printed, its user has seen. */
  private static String detail(int status, String diagnostics) {
    boolean killed = status < 0 || status >= ExitCodes.SIGNALLED;
    return killed ? Diagnostics.essence(diagnostics) : "";
  }

  /** Whether all have ended. What a rank has said last may come after YARN has told its end. */
  private boolean allOver() {
    return ranks.haveEnded() && (state != State.RUNNING || ranks.areSilent());
  }

  /** All containers of an attempt, or of the gang, are over. */
  private void goOn() {
    if (state == State.CLEARING && search.yielded().isEmpty()) {
      ranks = Ranks.none();
      state = State.RESERVING;
      deadline = Optional.empty();
      search.again();
    } else if (state != State.RESERVING) {
      state = State.OVER;
    }
  }

  private void closed(GangPeer peer) {
    if (clients.closed(peer) && !plan.detached()) {
      verdict.cancelled("its client has gone", CANCELLED);
      breakUp();
    }
    ranks.on(peer).ifPresent(this::closed);
  }

  /** A process that dies closes its connection; YARN tells the same some time later. */
  private void closed(Rank rank) {
    rank.connectionClosed();
    requests.expectNews();
    polls.begin();
    failed(rank + " is lost: its connection has ended"); // unless the program runs
    if (state == State.RUNNING && !rank.isDone()) {
      if (rank.status().isPresent()) {
        judge(rank);
      } else {
        lostRank = rank;
        verdict.broken(rank + " is lost: its connection has ended");
        breakUp();
      }
    }
    if (!ranks.areNone() && allOver()) {
      goOn();
    }
  }

  /** The attempt has failed before the program began. */
  private void failed(String reason) {
    if (state == State.ARRIVING || state == State.JOINING) {
      failed(reason, search.missingRanks());
    }
  }

  private void failed(String reason, Optional<String> missing) {
    Optional<String> noMore = search.failed(reason, missing);
    if (noMore.isPresent()) {
      verdict.broken(noMore.get(), ExitCodes.FAILED);
      breakUp();
      return;
    }
    if (search.yielded().isEmpty()) {
      clients.tell(new GangMessage.Note("trying again: " + reason));
    }
    state = State.CLEARING;
    stopAll(reason);
  }

  private String notArrived() {
    return "not all ranks have reached a slot: " + ranks.missing();
  }

  /** Nobody waits for anybody any more. */
  private void breakUp() {
    if (state == State.BREAKING || state == State.STOPPING || state == State.OVER) {
      return;
    }
    boolean running = state == State.RUNNING;
    search.end();
    requests.expectNews();
    if (allOver()) {
      state = State.OVER;
    } else if (running && !verdict.isCancelled()) {
      state = State.BREAKING;
      within(GRACE);
      ranks.tell(new GangMessage.GiveUp(verdict.reason()));
    } else {
      state = State.STOPPING;
      stopAll(verdict.reason());
    }
  }

  private void stopAll(String reason) {
    within(STOP_BOUND);
    requests.expectNews();
    ranks.tellLeft(new GangMessage.GiveUp(reason));
    List<Container> left = ranks.containersLeft();
    containers.stop(left);
    requests.release(left); // a NodeManager may not answer
    if (allOver()) {
      goOn();
    }
  }

  /** Whether only the NodeManagers can say what is missing. */
  private boolean isToLook() {
    boolean running = state != State.RESERVING && state != State.ARRIVING && state != State.JOINING;
    return running && ranks.areSilent() && !ranks.haveEnded();
  }

  private void look() {
    if (isToLook() && polls.untilDueNanos() == 0) {
      containers.look(ranks.containersLeft());
      polls.made();
    }
  }

  /** Does what is due. */
  public void tick() {
    if (!search.tick(verdict)) {
      state = State.OVER;
    }
    look();
    if (state == State.ARRIVING) {
      Optional<String> missing = search.missingArrivals();
      if (missing.isPresent()) {
        failed(notArrived(), missing);
      }
    }
    if (!plan.detached() && !clients.haveCome() && isClientDue()) {
      verdict.cancelled("its client has not come within " + FIRST_CLIENT_BOUND, CANCELLED);
      breakUp();
    }
    if (!clients.areSlow()) {
      ranks.overdue(FLUSH_BOUND).forEach(this::closed);
    }
    if (deadline.isEmpty() || clock.getAsLong() - deadline.get() < 0) {
      return;
    }
    deadline = Optional.empty();
    switch (state) {
      case ARRIVING -> failed(notArrived());
      case JOINING -> failed("the communicator was not made in time");
      case RUNNING -> {
        verdict.cancelled(
            "its time limit of " + plan.timeLimitSeconds().orElseThrow() + " s is over", TIMED_OUT);
        breakUp();
      }
      case BREAKING -> {
        state = State.STOPPING;
        stopAll(verdict.reason());
      }
      case CLEARING, STOPPING -> {
        // The ResourceManager ends what is left with the application.
        verdict.broken("its containers do not end: " + search.lastFailure(), ExitCodes.FAILED);
        state = State.OVER;
      }
      default -> {}
    }
  }
}
