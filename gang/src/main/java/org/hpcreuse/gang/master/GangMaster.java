/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.plan.GangPlan;
import org.hpcreuse.gang.wire.GangConnection;
import org.hpcreuse.gang.wire.GangMessage;
import org.hpcreuse.protocol.ExitCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ApplicationMaster of a gang. It reserves all containers, starts them, lets their slots make
 * one communicator, and watches until all ranks have ended.
 *
 * <p>An attempt that fails before the program has begun is repeated with other containers. Once the
 * program runs, the first rank that is lost breaks the gang.
 */
public final class GangMaster {
  private static final Logger LOG = LoggerFactory.getLogger(GangMaster.class);

  private static final int ATTEMPTS = 3;

  /** So often containers are given back before others get the master's own, too. */
  private static final int YIELD_AFTER = 2;

  /** From the launch of the containers until all have reached their slots. */
  private static final Duration ARRIVAL_BOUND = Duration.ofMinutes(2);

  /** A key that is known to be there; making a communicator takes milliseconds. */
  private static final Duration JOIN_BOUND = Duration.ofSeconds(20);

  /** What a broken gang's ranks get to end by themselves. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** For a stopped container, YARN's own grace included. */
  private static final Duration STOP_BOUND = Duration.ofSeconds(60);

  /** For the last lines of a rank whose container is over; a lost node never closes. */
  private static final Duration FLUSH_BOUND = Duration.ofSeconds(30);

  /** How long a client may take nothing while lines wait for it, and the program is over. */
  private static final Duration READER_BOUND = Duration.ofMinutes(1);

  /** A client connects as soon as it knows the port. */
  private static final Duration FIRST_CLIENT_BOUND = Duration.ofSeconds(30);

  /** The status of a process that has run out of its time, as timeout(1) has it. */
  private static final int TIMED_OUT = 124;

  private static final int CANCELLED = ExitCodes.SIGNALLED + 2;

  private final GangPlan plan;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Watchers watchers;
  private final Verdict verdict = new Verdict();
  private final SecureRandom random = new SecureRandom();
  private final Heartbeat heartbeat;
  private final Reservation reservation;
  private final Timeline timeline = new Timeline();
  private final Looks looks = new Looks();
  private final long clientDue = System.nanoTime() + FIRST_CLIENT_BOUND.toNanos();
  private Launcher launcher;
  private Ranks ranks = Ranks.none();

  /** The rank whose connection has broken the gang; null without one. */
  private Rank lostRank;

  private State state = State.RESERVING;
  private int attempt = 1;
  private String lastFailure = "";
  private OtherGangs others;
  private int attemptsSeen;

  /** Nodes without slots of the MPI job that the gang was to have; until containers go back. */
  private Set<String> avoided = Set.of();

  /** Whether it has given up its own container for an older gang. */
  private boolean yielded;

  /** When the state must have changed, by System.nanoTime; empty = without limit. */
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

  private GangMaster(GangPlan plan) {
    this.plan = plan;
    watchers = new Watchers(!plan.detached());
    heartbeat = new Heartbeat(Resource.newInstance(plan.memoryMb(), 1), events::add);
    reservation = new Reservation(plan.ranks(), heartbeat, random);
  }

  /** Runs the ApplicationMaster of the gang whose plan is in the working directory. */
  public static void main(String[] args) throws Exception {
    new GangMaster(GangPlan.read()).run(Files.readAllBytes(Path.of(GangPlan.SECRET_FILE)));
  }

  private void run(byte[] secret) throws IOException, YarnException, InterruptedException {
    YarnConfiguration conf = new YarnConfiguration();
    String host = System.getenv(ApplicationConstants.Environment.NM_HOST.key());
    try (Listener listener = new Listener(host, secret, this::received);
        heartbeat) {
      heartbeat.register(conf, host, listener.port());
      timeline.note("registered");
      ApplicationId self =
          ContainerId.fromString(System.getenv(ApplicationConstants.Environment.CONTAINER_ID.key()))
              .getApplicationAttemptId()
              .getApplicationId();
      try (Launcher made = new Launcher(plan, host, listener.port(), conf, events::add);
          OtherGangs known = new OtherGangs(self, plan, conf)) {
        launcher = made;
        others = known;
        reservation.begin();
        while (state != State.OVER) {
          Event next = events.poll(patienceMs(), TimeUnit.MILLISECONDS);
          if (next != null) {
            handle(next);
          }
          tick();
        }
        finish();
      }
    }
    removeStaging(conf);
  }

  /** Its client may be gone. */
  private void removeStaging(Configuration conf) throws IOException {
    org.apache.hadoop.fs.Path dir =
        new org.apache.hadoop.fs.Path(plan.files().get(0).uri()).getParent();
    dir.getFileSystem(conf).delete(dir, true);
  }

  /** Lines do not go through the master's thread: a slow client must not hold it up. */
  private void received(Event event) {
    if (event instanceof Event.Said said && said.message() instanceof GangMessage.Line line) {
      try {
        watchers.line(line);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } else {
      events.add(event);
    }
  }

  private long patienceMs() {
    long now = System.nanoTime();
    Stream<Long> waits =
        Stream.concat(
            Stream.concat(
                deadline.map(at -> Math.max(0, at - now)).stream(),
                isToLook() ? Stream.of(looks.untilDueNanos()) : Stream.empty()),
            reservation.untilDue().map(Duration::toNanos).stream());
    long most = TimeUnit.SECONDS.toNanos(1);
    long nanos = waits.min(Comparator.naturalOrder()).orElse(most);
    return TimeUnit.NANOSECONDS.toMillis(Math.min(most, nanos)) + 1;
  }

  private void within(Duration bound) {
    deadline = Optional.of(System.nanoTime() + bound.toNanos());
  }

  private void handle(Event event) {
    if (event instanceof Event.Allocated allocated) {
      reservation.add(allocated.containers()).ifPresent(this::launch);
    } else if (event instanceof Event.Completed completed) {
      completed(completed);
    } else if (event instanceof Event.NotStarted failed) {
      ranks
          .in(failed.container())
          .ifPresent(
              rank -> {
                heartbeat.release(List.of(rank.container()));
                over(rank, ExitCodes.FAILED, "not started: " + failed.reason());
              });
    } else if (event instanceof Event.Said said) {
      said(said.connection(), said.message());
    } else if (event instanceof Event.Closed closed) {
      closed(closed.connection());
    } else if (event instanceof Event.Stop stop) {
      verdict.cancelled(stop.reason(), ExitCodes.KILLED);
      breakUp();
    }
  }

  private void launch(List<Container> containers) {
    timeline.note("allocated");
    ranks = Ranks.in(containers);
    launcher.start(containers);
    state = State.ARRIVING;
    within(ARRIVAL_BOUND);
  }

  private void said(GangConnection connection, GangMessage message) {
    if (message instanceof GangMessage.Watch) {
      watchers.add(connection);
    } else if (message instanceof GangMessage.Cancel cancel) {
      verdict.cancelled(cancel.reason(), CANCELLED);
      breakUp();
    } else if (message instanceof GangMessage.Here here) {
      arrived(connection, here);
    } else {
      ranks.on(connection).ifPresent(rank -> said(rank, message));
    }
  }

  private void said(Rank rank, GangMessage message) {
    if (message instanceof GangMessage.Joined) {
      rank.joined();
      if (state == State.JOINING && ranks.haveJoined()) {
        timeline.note("joined");
        state = State.RUNNING;
        ranks.tell(new GangMessage.Go());
        deadline = Optional.empty();
        plan.timeLimitSeconds().ifPresent(limit -> within(Duration.ofSeconds(limit)));
        heartbeat.relax();
      }
    } else if (message instanceof GangMessage.NotJoined failed) {
      failed(rank + ": " + failed.reason());
    } else if (message instanceof GangMessage.Done) {
      rank.done();
      heartbeat.expectNews();
      heartbeat.progress(ranks.doneShare());
    }
  }

  private void arrived(GangConnection connection, GangMessage.Here here) {
    Optional<Rank> rank = ranks.in(here.containerId());
    if (state != State.ARRIVING || rank.isEmpty()) {
      LOG.info("{} comes too late", here.containerId());
      Rank.send(connection, new GangMessage.GiveUp("it has come too late"));
      return;
    }
    rank.get().arrived(connection, here);
    if (ranks.haveArrived()) {
      timeline.note("arrived");
      join();
    }
  }

  private void join() {
    int jobs = ranks.jobs();
    if (jobs > 1) {
      avoided = ranks.hostsOutsideLargestJob();
      heartbeat.avoid(avoided);
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
    reservation.held().stream()
        .filter(container -> container.getId().equals(completed.container()))
        .findFirst()
        .ifPresent(reservation::lost);
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
    if (state == State.CLEARING) {
      attempt++;
      ranks = Ranks.none();
      state = State.RESERVING;
      deadline = Optional.empty();
      reservation.begin();
    } else if (state != State.RESERVING) {
      state = State.OVER;
    }
  }

  private void closed(GangConnection connection) {
    if (watchers.closed(connection) && !plan.detached()) {
      verdict.cancelled("its client has gone", CANCELLED);
      breakUp();
    }
    ranks.on(connection).ifPresent(this::closed);
  }

  /** A process that dies closes its connection; YARN tells the same some time later. */
  private void closed(Rank rank) {
    rank.connectionClosed();
    heartbeat.expectNews();
    looks.begin();
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
    if (state != State.ARRIVING && state != State.JOINING) {
      return;
    }
    LOG.info("attempt {} of {}: {}", attempt, ATTEMPTS, reason);
    lastFailure = reason;
    if (attempt >= ATTEMPTS) {
      verdict.broken(
          "the gang did not start in " + ATTEMPTS + " attempts; the last one: " + reason,
          ExitCodes.FAILED);
      breakUp();
      return;
    }
    watchers.tell(new GangMessage.Note("trying again: " + reason));
    state = State.CLEARING;
    stopAll(reason);
  }

  /** Nobody waits for anybody any more. */
  private void breakUp() {
    if (state == State.BREAKING || state == State.STOPPING || state == State.OVER) {
      return;
    }
    boolean running = state == State.RUNNING;
    reservation.end();
    heartbeat.expectNews();
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
    heartbeat.expectNews();
    ranks.tellLeft(new GangMessage.GiveUp(reason));
    List<Container> containers = ranks.containersLeft();
    launcher.stop(containers);
    heartbeat.release(containers); // a NodeManager may not answer
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
    if (isToLook() && looks.untilDueNanos() == 0) {
      launcher.look(ranks.containersLeft());
      looks.made();
    }
  }

  private void tick() {
    reservation.tick();
    look();
    if (reservation.attempts() > attemptsSeen) {
      attemptsSeen = reservation.attempts();
      noteAttempt();
    }
    if (!plan.detached() && !watchers.haveCome() && System.nanoTime() - clientDue >= 0) {
      verdict.cancelled("its client has not come within " + FIRST_CLIENT_BOUND, CANCELLED);
      breakUp();
    }
    if (!watchers.areSlow()) {
      ranks.overdue(FLUSH_BOUND).forEach(this::closed);
    }
    if (deadline.isEmpty() || System.nanoTime() - deadline.get() < 0) {
      return;
    }
    deadline = Optional.empty();
    switch (state) {
      case ARRIVING -> failed("not all ranks have reached a slot: " + ranks.missing());
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
        verdict.broken("its containers do not end: " + lastFailure, ExitCodes.FAILED);
        state = State.OVER;
      }
      default -> {}
    }
  }

  /** Containers were given back, since not all came in time. */
  private void noteAttempt() {
    if (!avoided.isEmpty()) {
      heartbeat.avoidNoMore(avoided);
      avoided = Set.of();
      attempt++;
      if (attempt > ATTEMPTS) {
        reservation.end();
        verdict.broken("no MPI job has " + plan.ranks() + " free slots; " + lastFailure);
        state = State.OVER;
      }
      return;
    }
    if (attemptsSeen == YIELD_AFTER) {
      watchers.tell(
          new GangMessage.Note("waits for " + plan.ranks() + " free containers at the same time"));
    }
    if (attemptsSeen >= YIELD_AFTER) {
      try {
        if (others.needThePlace()) {
          reservation.end();
          yielded = !plan.detached();
          if (!yielded) {
            verdict.broken("an older gang needs its place, and no client can submit it again");
          }
          state = State.OVER;
        }
      } catch (IOException | YarnException e) {
        LOG.info("not known whether others need this master's container: {}", e.toString());
      }
    }
  }

  private void finish() throws IOException, YarnException, InterruptedException {
    timeline.note("over");
    awaitLastLines();
    watchers.tell(
        yielded
            ? new GangMessage.Yielded()
            : new GangMessage.Finished(verdict.status(), verdict.diagnostics()));
    if (!plan.detached() && !verdict.isCancelled()) {
      awaitClient();
    }
    watchers.flush(READER_BOUND);
    LOG.info("{}; status {} {}", timeline, verdict.status(), verdict.diagnostics());
    FinalApplicationStatus status =
        verdict.isCancelled() || yielded
            ? FinalApplicationStatus.KILLED
            : verdict.status() == 0
                ? FinalApplicationStatus.SUCCEEDED
                : FinalApplicationStatus.FAILED;
    String diagnostics = yielded ? "gave its place to an older gang" : verdict.diagnostics();
    heartbeat.unregister(status, diagnostics);
  }

  /** A short gang may be over before its client has connected. */
  private void awaitClient() throws InterruptedException {
    while (!watchers.haveCome() && System.nanoTime() - clientDue < 0) {
      Event next = events.poll(10, TimeUnit.MILLISECONDS);
      if (next instanceof Event.Said said && said.message() instanceof GangMessage.Watch) {
        watchers.add(said.connection());
      }
    }
  }

  /** YARN may tell the end of a rank before its last line has come. */
  private void awaitLastLines() throws InterruptedException {
    long end = System.nanoTime() + FLUSH_BOUND.toNanos();
    while (!ranks.areSilent() && System.nanoTime() - end < 0) {
      Event next = events.poll(10, TimeUnit.MILLISECONDS);
      if (next instanceof Event.Closed closed) {
        ranks.on(closed.connection()).ifPresent(Rank::connectionClosed);
      }
    }
  }
}
