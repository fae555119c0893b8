/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.protocol.ExitCodes;

/**
 * A gang from its submission to its exit status. A master that gives up its place ends its
 * application, and the session submits the gang again. Used by the command's thread alone.
 */
final class GangSession {
  private static final Duration CONNECT_BOUND = Duration.ofSeconds(20);
  private static final long FIRST_LOOK_MS = 20;
  private static final long LONGEST_LOOK_MS = 500;
  private static final Duration END_BOUND = Duration.ofSeconds(30);

  private final YarnClient yarn;
  private final Submission submission;
  private final GangRoom room;
  private final Duration wait;
  private final Interruption interruption;
  private final boolean tagOutput;

  /**
   * Nothing is submitted yet.
   *
   * @param room makes sure that there are ranks
   * @param wait how long it may wait for ranks before each submission
   * @param interruption hears what is to be ended when the user interrupts the command
   * @param tagOutput whether the rank and the stream come before each line of output
   */
  GangSession(
      YarnClient yarn,
      Submission submission,
      GangRoom room,
      Duration wait,
      Interruption interruption,
      boolean tagOutput) {
    this.yarn = yarn;
    this.submission = submission;
    this.room = room;
    this.wait = wait;
    this.interruption = interruption;
    this.tagOutput = tagOutput;
  }

  /**
   * Runs the gang; what its ranks print comes out here.
   *
   * @return its exit status
   * @throws CommandInterruptedException when the user has interrupted the command
   * @throws IllegalArgumentException when the cluster can never run the gang
   * @throws java.util.concurrent.TimeoutException when there are no ranks for it in time
   * @throws Exception what YARN's client and the cluster's file system throw
   */
  int run() throws Exception {
    Resubmission resubmission = new Resubmission(ThreadLocalRandom.current());
    while (true) {
      awaitRanks();
      GangMessage end = submitOnce();
      if (end instanceof GangMessage.Finished finished) {
        if (!finished.diagnostics().isEmpty()) {
          say(finished.diagnostics());
        }
        return finished.status();
      }
      GangMessage.Yielded yielded = (GangMessage.Yielded) end;
      Optional<String> refusal = resubmission.refuses(yielded);
      if (refusal.isPresent()) {
        say(refusal.get());
        return ExitCodes.FAILED;
      }
      if (yielded.ranksAreMissing()) {
        say("submitting the gang again: " + yielded.reason());
      }
      pause(resubmission.pauseMs());
    }
  }

  private void awaitRanks() throws Exception {
    interruption.abortable(
        () -> {
          room.require(wait, GangSession::say);
          return null;
        });
  }

  private void pause(long ms) throws Exception {
    interruption.abortable(
        () -> {
          TimeUnit.MILLISECONDS.sleep(ms);
          return null;
        });
  }

  /** What its user reads; what the program prints, goes elsewhere. */
  static void say(String text) {
    System.err.println("hpc-reuse: mpi: " + text);
  }

  /**
   * Submits the gang, and stays until its master has ended.
   *
   * @return how: {@link GangMessage.Finished} or {@link GangMessage.Yielded}
   */
  private GangMessage submitOnce() throws Exception {
    ApplicationSubmissionContext context =
        interruption.abortable(() -> yarn.createApplication().getApplicationSubmissionContext());
    ApplicationId id = context.getApplicationId();
    try (Staging staging = new Staging(yarn.getConfig(), id.toString(), interruption)) {
      submission.prepare(context, staging);
      interruption.submit(id, () -> yarn.submitApplication(context));
      if (submission.isDetached()) {
        interruption.letGo();
        staging.keep();
        System.out.println(id);
        removeLeftOvers(staging);
        return new GangMessage.Finished(ExitCodes.OK, "");
      }
      removeLeftOvers(staging);
      ApplicationReport report = interruption.abortable(() -> awaitMaster(id));
      return report.getYarnApplicationState() == YarnApplicationState.RUNNING
          ? follow(report)
          : new GangMessage.Finished(
              ExitCodes.FAILED, id + " has ended: " + report.getDiagnostics());
    }
  }

  /** YARN looks for a place for the master meanwhile. */
  private void removeLeftOvers(Staging staging) {
    staging.removeLeftOversSoon(
        id -> {
          try {
            return Optional.of(yarn.getApplicationReport(id).getYarnApplicationState());
          } catch (ApplicationNotFoundException e) {
            return Optional.empty();
          }
        });
  }

  private ApplicationReport awaitMaster(ApplicationId id)
      throws IOException, YarnException, InterruptedException {
    long pauseMs = FIRST_LOOK_MS;
    ApplicationReport report = yarn.getApplicationReport(id);
    while (report.getYarnApplicationState() != YarnApplicationState.RUNNING && !isOver(report)) {
      TimeUnit.MILLISECONDS.sleep(pauseMs);
      pauseMs = Math.min(LONGEST_LOOK_MS, pauseMs + pauseMs / 4);
      report = yarn.getApplicationReport(id);
    }
    return report;
  }

  private GangMessage follow(ApplicationReport report) throws Exception {
    try (GangConnection master =
        interruption.abortable(
            () ->
                GangConnection.to(
                    report.getHost(), report.getRpcPort(), submission.secret(), CONNECT_BOUND))) {
      master.send(new GangMessage.Watch());
      interruption.connected(master);
      while (true) {
        Optional<GangMessage> next = receive(master);
        if (next.isEmpty()) {
          return interruption.abortable(() -> lost(report.getApplicationId()));
        }
        GangMessage message = next.get();
        if (message instanceof GangMessage.Line line) {
          show(line);
        } else if (message instanceof GangMessage.Note note) {
          say(note.text());
        } else if (message instanceof GangMessage.Yielded) {
          interruption.letGo();
          return message;
        } else if (message instanceof GangMessage.Finished) {
          interruption.ended();
          return message;
        }
      }
    }
  }

  /** Empty when the master has gone. */
  private static Optional<GangMessage> receive(GangConnection master) {
    try {
      return Optional.of(master.receive(Duration.ZERO));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The master is gone without a word: YARN knows why. */
  private GangMessage lost(ApplicationId id)
      throws IOException, YarnException, InterruptedException {
    ApplicationReport report = yarn.getApplicationReport(id);
    long deadline = System.nanoTime() + END_BOUND.toNanos();
    while (!isOver(report) && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(LONGEST_LOOK_MS);
      report = yarn.getApplicationReport(id);
    }
    boolean succeeded = report.getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED;
    return new GangMessage.Finished(
        succeeded ? ExitCodes.OK : ExitCodes.FAILED,
        "the gang's master has gone: "
            + id
            + " "
            + report.getYarnApplicationState()
            + " "
            + report.getDiagnostics());
  }

  private static boolean isOver(ApplicationReport report) {
    return switch (report.getYarnApplicationState()) {
      case FINISHED, FAILED, KILLED -> true;
      default -> false;
    };
  }

  private void show(GangMessage.Line line) {
    PrintStream to = line.error() ? System.err : System.out;
    String tag = tagOutput ? "[" + line.rank() + "]<" + (line.error() ? "err" : "out") + "> " : "";
    to.println(tag + line.text());
  }
}
