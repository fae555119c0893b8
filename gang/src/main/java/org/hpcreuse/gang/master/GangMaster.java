/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.gang.master.core.Event;
import org.hpcreuse.gang.master.core.Gang;
import org.hpcreuse.gang.master.core.GangVerdict;
import org.hpcreuse.gang.master.core.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ApplicationMaster of a gang. Threads of YARN's clients and of connections bring events; this
 * one hands them to the {@link Gang}, one after the other, and tells clients and YARN how it ended.
 */
public final class GangMaster {
  private static final Logger LOG = LoggerFactory.getLogger(GangMaster.class);

  /** How long a client may take nothing while lines wait for it, and the program is over. */
  private static final Duration READER_BOUND = Duration.ofMinutes(1);

  /** How long the end waits for the file system, for each attempt. */
  static final Duration REMOVAL_BOUND = Duration.ofSeconds(5);

  private final GangPlan plan;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Watchers watchers;
  private final Heartbeat heartbeat;
  private final Timeline timeline = new Timeline();

  private GangMaster(GangPlan plan) {
    this.plan = plan;
    watchers = new Watchers(!plan.detached());
    heartbeat = new Heartbeat(Resource.newInstance(plan.memoryMb(), 1), events::add);
  }

  /** Runs the ApplicationMaster of the gang whose plan is in the working directory. */
  public static void main(String[] args) throws Exception {
    new GangMaster(GangPlan.read()).run(Files.readAllBytes(Path.of(GangPlan.SECRET_FILE)));
  }

  private void run(byte[] secret) throws IOException, YarnException, InterruptedException {
    YarnConfiguration conf = new YarnConfiguration();
    StagedFiles staging =
        new StagedFiles(conf, new org.apache.hadoop.fs.Path(plan.files().get(0).uri()).getParent());
    String host = System.getenv(ApplicationConstants.Environment.NM_HOST.key());
    try (GangListener listener = new GangListener(host, secret, this::received);
        heartbeat) {
      heartbeat.register(conf, host, listener.port());
      timeline.note("registered");
      ApplicationId self =
          ContainerId.fromString(System.getenv(ApplicationConstants.Environment.CONTAINER_ID.key()))
              .getApplicationAttemptId()
              .getApplicationId();
      try (Launcher launcher = new Launcher(plan, host, listener.port(), conf, events::add);
          YarnReports cluster = new YarnReports(self, host, plan, conf)) {
        Gang gang =
            new Gang(
                plan,
                heartbeat,
                launcher,
                watchers,
                cluster,
                new SecureRandom(),
                System::nanoTime,
                timeline);
        gang.begin();
        while (!gang.isOver()) {
          Event next = events.poll(gang.patienceMs(), TimeUnit.MILLISECONDS);
          if (next != null) {
            gang.handle(next);
          }
          gang.tick();
          if (gang.hasBegun()) {
            staging.removeSoon();
          }
        }
        finish(gang);
      }
    }
    staging.remove();
  }

  /**
   * The gang's directory on the cluster's file system. YARN has brought its files to all containers
   * when the program begins, and they are removed then: who kills the application later ends this
   * master too fast for it.
   */
  static final class StagedFiles {
    private final Callable<Boolean> removal;

    /** Null until it is to be removed. */
    private Thread remover;

    /** Written by the remover. */
    private volatile boolean removed;

    StagedFiles(Configuration conf, org.apache.hadoop.fs.Path dir) {
      removal = () -> dir.getFileSystem(conf).delete(dir, true);
    }

    /** A file system that does not answer must not hold up the gang. */
    void removeSoon() {
      if (remover == null) {
        start();
      }
    }

    private void start() {
      remover =
          new Thread(
              () -> {
                try {
                  removal.call();
                  removed = true;
                } catch (Exception e) {
                  LOG.warn("the gang's files are not removed", e);
                }
              },
              "gang-files");
      remover.setDaemon(true);
      remover.start();
    }

    /** Its client may be gone. Waits no longer than a bound, and tries once more before. */
    void remove() throws InterruptedException {
      removeSoon();
      remover.join(REMOVAL_BOUND.toMillis());
      if (!removed && !remover.isAlive()) {
        start();
        remover.join(REMOVAL_BOUND.toMillis());
      }
      if (remover.isAlive()) {
        LOG.warn("the gang's files may stay: not removed within {} ms", REMOVAL_BOUND.toMillis());
      }
    }
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

  private void finish(Gang gang) throws IOException, YarnException, InterruptedException {
    timeline.note("over");
    GangVerdict verdict = gang.verdict();
    Optional<GangMessage.Yielded> yielded = gang.yielded();
    awaitLastLines(gang);
    watchers.tell(
        yielded.isPresent()
            ? yielded.get()
            : new GangMessage.Finished(verdict.status(), verdict.diagnostics()));
    if (!plan.detached() && !verdict.isCancelled()) {
      awaitClient(gang);
    }
    watchers.flush(READER_BOUND);
    LOG.info("{}; status {} {}", timeline, verdict.status(), verdict.diagnostics());
    FinalApplicationStatus status =
        verdict.isCancelled() || yielded.isPresent()
            ? FinalApplicationStatus.KILLED
            : verdict.status() == 0
                ? FinalApplicationStatus.SUCCEEDED
                : FinalApplicationStatus.FAILED;
    heartbeat.unregister(
        status,
        yielded.map(how -> "gave up its place: " + how.reason()).orElse(verdict.diagnostics()));
  }

  /** A short gang may be over before its client has connected. */
  private void awaitClient(Gang gang) throws InterruptedException {
    while (!watchers.haveCome() && !gang.isClientDue()) {
      Event next = events.poll(10, TimeUnit.MILLISECONDS);
      if (next instanceof Event.Said said && said.message() instanceof GangMessage.Watch) {
        watchers.add(said.peer());
      }
    }
  }

  /** YARN may tell the end of a rank before its last line has come. */
  private void awaitLastLines(Gang gang) throws InterruptedException {
    long end = System.nanoTime() + Gang.FLUSH_BOUND.toNanos();
    while (!gang.isSilent() && System.nanoTime() - end < 0) {
      Event next = events.poll(10, TimeUnit.MILLISECONDS);
      if (next instanceof Event.Closed closed) {
        gang.hearNoMoreOf(closed.peer());
      }
    }
  }
}
