/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.Test;

class GangTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @Test
  void theProgramBeginsWhenAllRanksHaveJoined() {
    GangDriver driver = GangDriver.of(2);
    assertThat(driver.requests.open).isEqualTo(2);
    driver.allocate(1);
    assertThat(driver.containers.started).as("not all are there").isEmpty();
    driver.allocate(2);
    assertThat(driver.containers.started).containsExactly(1, 2);
    driver.arrive(2);
    assertThat(driver.told(2, GangMessage.Start.class)).isEmpty();
    driver.arrive(1);
    List<GangMessage.Start> start = driver.told(2, GangMessage.Start.class);
    assertThat(start).hasSize(1).isEqualTo(driver.told(1, GangMessage.Start.class));
    assertThat(start.get(0).slotRanks()).containsExactly(10, 20);
    assertThat(start.get(0).mainClass()).isEqualTo("Main");
    driver.join(1);
    assertThat(driver.told(1, GangMessage.Go.class)).isEmpty();
    driver.join(2);
    assertThat(driver.told(1, GangMessage.Go.class)).hasSize(1);
    assertThat(driver.told(2, GangMessage.Go.class)).hasSize(1);
  }

  @Test
  void theGangIsOverWhenAllRanksAre() {
    GangDriver driver = GangDriver.running(2);
    driver.end(1, 0);
    assertThat(driver.gang.isOver()).isFalse();
    assertThat(driver.requests.progress).isEqualTo(0.5f);
    driver.end(2, 0);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isZero();
    assertThat(driver.gang.verdict().diagnostics()).isEmpty();
  }

  @Test
  void theWorstStatusIsTheGangs() {
    GangDriver driver = GangDriver.running(3);
    driver.end(1, 3);
    driver.end(2, 5);
    driver.end(3, 0);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(5);
    assertThat(driver.gang.verdict().diagnostics()).startsWith("rank 1 ").contains("status 5");
  }

  @Test
  void theLastLineOfARankMayComeAfterItsEnd() {
    GangDriver driver = GangDriver.running(1);
    driver.done(1);
    driver.complete(1, 0);
    assertThat(driver.gang.isOver()).as("its connection is open").isFalse();
    driver.disconnect(1);
    assertThat(driver.gang.isOver()).isTrue();
  }

  @Test
  void aConnectionThatNeverEndsIsGivenUp() {
    GangDriver driver = GangDriver.running(1);
    driver.done(1);
    driver.complete(1, 0);
    driver.clients.slow = true;
    driver.pass(LONG);
    assertThat(driver.gang.isOver()).as("lines may still wait for the client").isFalse();
    driver.clients.slow = false;
    driver.pass(Duration.ofSeconds(1));
    assertThat(driver.gang.isOver()).isTrue();
  }

  @Test
  void aConnectionMayBeOpenForHalfAMinuteAfterItsRank() {
    GangDriver driver = GangDriver.running(1);
    driver.done(1);
    driver.complete(1, 0);
    driver.pass(Duration.ofSeconds(29));
    assertThat(driver.gang.isOver()).isFalse();
    driver.pass(Duration.ofSeconds(2));
    assertThat(driver.gang.isOver()).isTrue();
  }

  @Test
  void theNodeManagersAreAskedForTheEndOfRanksThatAreSilent() {
    GangDriver driver = GangDriver.running(1);
    driver.pass(Duration.ofSeconds(10));
    assertThat(driver.containers.looks).isZero();
    driver.done(1);
    driver.disconnect(1);
    driver.pass(Duration.ofSeconds(10));
    assertThat(driver.containers.looks).isBetween(10, 30);
  }

  @Test
  void aLostRankBreaksTheGang() {
    GangDriver driver = GangDriver.running(3);
    driver.disconnect(2);
    assertThat(driver.told(1, GangMessage.GiveUp.class)).hasSize(1);
    assertThat(driver.told(3, GangMessage.GiveUp.class)).hasSize(1);
    assertThat(driver.containers.stopped).as("the others get time to end").isEmpty();
    driver.complete(2, ExitCodes.KILLED);
    driver.exit(1, 1);
    driver.pass(Duration.ofSeconds(6));
    assertThat(driver.containers.stopped).containsExactly(3);
    driver.exit(3, ExitCodes.KILLED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.KILLED);
    assertThat(driver.gang.verdict().diagnostics()).startsWith("rank 1 ");
  }

  @Test
  void aRankThatIsLostWithItsNodeIsTheReason() {
    GangDriver driver = GangDriver.running(2);
    driver.disconnect(2);
    driver.exit(1, 1);
    driver.pass(Duration.ofSeconds(6));
    driver.complete(2, ContainerExitStatus.ABORTED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.KILLED);
    assertThat(driver.gang.verdict().diagnostics()).contains("is lost: its connection has ended");
  }

  @Test
  void aRankThatEndsWhileOthersNeedItBreaksTheGang() {
    GangDriver driver = GangDriver.running(2);
    driver.complete(1, 0);
    driver.disconnect(1);
    assertThat(driver.told(2, GangMessage.GiveUp.class)).hasSize(1);
    driver.exit(2, 0);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.FAILED);
    assertThat(driver.gang.verdict().diagnostics()).contains("without MPI.Finalize");
  }

  @Test
  void anAttemptThatFailsIsRepeatedTwice() {
    GangDriver driver = GangDriver.of(1);
    for (int number = 1; number <= 3; number++) {
      assertThat(driver.gang.isOver()).isFalse();
      assertThat(driver.requests.open).isEqualTo(1);
      driver.allocate(number);
      driver.arrive(number);
      driver.says(number, new GangMessage.NotJoined("no peer"));
      assertThat(driver.containers.stopped).contains(number);
      assertThat(driver.requests.released).contains(number);
      driver.exit(number, 1);
    }
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.FAILED);
    assertThat(driver.gang.verdict().diagnostics()).contains("3 attempts").contains("no peer");
    assertThat(driver.clients.told).hasOnlyElementsOfType(GangMessage.Note.class).hasSize(2);
  }

  @Test
  void aContainerThatIsNotStartedFailsTheAttempt() {
    GangDriver driver = GangDriver.of(2);
    driver.allocate(1, 2);
    driver.notStarted(2);
    assertThat(driver.requests.released).containsExactly(2, 1);
    driver.complete(1, ExitCodes.KILLED);
    assertThat(driver.requests.open).as("the next attempt").isEqualTo(2);
    driver.allocate(3, 4);
    assertThat(driver.containers.started).containsExactly(1, 2, 3, 4);
  }

  @Test
  void ranksHaveTwoMinutesToReachTheirSlots() {
    GangDriver driver = GangDriver.of(2);
    driver.allocate(1, 2);
    driver.arrive(1);
    driver.pass(Duration.ofSeconds(119));
    assertThat(driver.containers.stopped).isEmpty();
    driver.pass(Duration.ofSeconds(2));
    assertThat(driver.containers.stopped).containsExactly(1, 2);
    assertThat(driver.told(1, GangMessage.GiveUp.class).get(0).reason()).contains("rank 1 ");
    driver.arrive(2);
    assertThat(driver.told(2, GangMessage.GiveUp.class)).as("too late").hasSize(1);
  }

  @Test
  void ranksThatNeverJoinFailTheAttempt() {
    GangDriver driver = GangDriver.of(1);
    driver.allocate(1);
    driver.arrive(1);
    driver.pass(Duration.ofSeconds(39));
    assertThat(driver.containers.stopped).isEmpty();
    driver.pass(Duration.ofSeconds(2));
    assertThat(driver.containers.stopped).containsExactly(1);
  }

  @Test
  void slotsOfTwoMpiJobsAreTriedAgainOnOtherNodes() {
    GangDriver driver = GangDriver.of(3);
    driver.allocate(1, 2, 3);
    driver.arrive(1, "one");
    driver.arrive(2, "two");
    driver.arrive(3, "two");
    assertThat(driver.requests.avoided).containsExactly("host1");
    assertThat(driver.containers.stopped).containsExactly(1, 2, 3);
    for (int number = 1; number <= 3; number++) {
      driver.exit(number, 1);
    }
    assertThat(driver.requests.open).isEqualTo(3);
  }

  @Test
  void noMpiJobMayHaveEnoughSlots() {
    GangDriver driver = GangDriver.of(2);
    failsWithTwoMpiJobs(driver, 1, 2);
    failsWithTwoMpiJobs(driver, 3, 4);
    driver.pass(LONG);
    assertThat(driver.requests.avoided).isEmpty();
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.FAILED);
    assertThat(driver.gang.verdict().diagnostics()).contains("no MPI job has 2 free slots");
  }

  private static void failsWithTwoMpiJobs(GangDriver driver, int one, int two) {
    driver.allocate(one, two);
    driver.arrive(one, "one");
    driver.arrive(two, "two");
    for (int number : List.of(one, two)) {
      driver.exit(number, 1);
    }
  }

  @Test
  void containersThatAreNotAllGoBack() {
    GangDriver driver = GangDriver.of(2);
    driver.allocate(1);
    driver.pass(Duration.ofSeconds(3));
    assertThat(driver.requests.released).containsExactly(1);
    driver.pass(LONG);
    assertThat(driver.clients.told).as("the client knows, once").hasSize(1);
    assertThat(driver.gang.isOver()).isFalse();
  }

  @Test
  void aGangYieldsToAnOlderOne() {
    GangDriver driver = GangDriver.besideAnOlderGang(2);
    driver.pass(LONG);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded())
        .hasValue(new GangMessage.Yielded(false, "an older gang needs its place"));
    assertThat(driver.requests.open).isZero();
  }

  @Test
  void aDetachedGangCannotYield() {
    GangDriver driver = GangDriver.detachedBesideAnOlderGang(2);
    driver.pass(LONG);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded()).isEmpty();
    assertThat(driver.gang.verdict().diagnostics()).contains("an older gang needs its place");
  }

  /** A pool replaces ranks only when nothing runs in it, this gang's master included. */
  @Test
  void aGangYieldsWhenItsRanksAreNotAlive() {
    GangDriver driver = GangDriver.of(2);
    driver.allocate(1, 2);
    driver.arrive(1);
    driver.pass(Duration.ofSeconds(12));
    assertThat(driver.reports.questions).as("ranks may wait for slots").isEqualTo(2);
    assertThat(driver.containers.stopped).isEmpty();
    driver.reports.missing = Optional.of("1 of 2 is alive");
    driver.pass(Duration.ofSeconds(5));
    assertThat(driver.containers.stopped).containsExactly(1, 2);
    driver.exit(1, 1);
    assertThat(driver.gang.isOver()).isFalse();
    driver.complete(2, ExitCodes.KILLED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded().orElseThrow().ranksAreMissing()).isTrue();
    assertThat(driver.gang.yielded().orElseThrow().reason())
        .startsWith("not all ranks have reached a slot")
        .endsWith("; 1 of 2 is alive");
    assertThat(driver.requests.open).isZero();
    assertThat(driver.clients.told).as("the client says it, when it waits").isEmpty();
  }

  @Test
  void aGangYieldsWhenARankIsLostBeforeItsProgramBegins() {
    GangDriver driver = GangDriver.of(1);
    driver.allocate(1);
    driver.reports.missing = Optional.of("0 of 1 is alive");
    driver.complete(1, ExitCodes.FAILED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded().orElseThrow().reason())
        .contains("ended with status 1")
        .endsWith("; 0 of 1 is alive");
  }

  @Test
  void aGangYieldsWhenARankIsLostWhileItsSlotsJoin() {
    GangDriver driver = GangDriver.of(2);
    driver.allocate(1, 2);
    driver.arrive(1);
    driver.arrive(2);
    driver.reports.missing = Optional.of("1 of 2 is alive");
    driver.exit(1, ExitCodes.KILLED);
    driver.exit(2, ExitCodes.FAILED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded()).isPresent();
  }

  @Test
  void aGangYieldsAlsoWhenItsContainersDoNotEnd() {
    GangDriver driver = GangDriver.of(1);
    driver.allocate(1);
    driver.reports.missing = Optional.of("0 of 1 is alive");
    driver.pass(LONG);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded()).as("YARN ends them with the application").isPresent();
  }

  @Test
  void aGangWaitsForItsRanksWhenNobodyKnowsHowManyAreAlive() {
    GangDriver driver = GangDriver.of(1);
    driver.reports.known = false;
    driver.allocate(1);
    driver.pass(Duration.ofSeconds(30));
    assertThat(driver.reports.questions).isGreaterThan(2);
    driver.arrive(1);
    driver.join(1);
    driver.end(1, 0);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isZero();
  }

  @Test
  void aGangThatIsCancelledWhileItYieldsIsNotSubmittedAgain() {
    GangDriver driver = GangDriver.of(1);
    driver.allocate(1);
    driver.reports.missing = Optional.of("0 of 1 is alive");
    driver.pass(Duration.ofSeconds(6));
    driver.clientSays(new GangMessage.Cancel("interrupted"));
    driver.complete(1, ExitCodes.KILLED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded()).isEmpty();
    assertThat(driver.gang.verdict().isCancelled()).isTrue();
  }

  @Test
  void aDetachedGangWithoutLivingRanksFails() {
    GangDriver driver = GangDriver.detached(1);
    driver.allocate(1);
    driver.reports.missing = Optional.of("0 of 1 is alive");
    driver.pass(Duration.ofSeconds(36));
    driver.complete(1, ExitCodes.KILLED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.yielded()).isEmpty();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.FAILED);
    assertThat(driver.gang.verdict().diagnostics())
        .contains("not all ranks have reached a slot")
        .contains("0 of 1 is alive")
        .contains("no client");
  }

  @Test
  void aDetachedGangWaitsForAPoolManagerThatIsRestarted() {
    GangDriver driver = GangDriver.detached(1);
    driver.reports.missing = Optional.of("0 of 1 is alive");
    for (int number = 1; number <= 4; number++) {
      driver.allocate(number);
      driver.complete(number, ExitCodes.FAILED);
      assertThat(driver.requests.open).as("it asks again after a pause").isZero();
      driver.pass(Duration.ofSeconds(6));
      assertThat(driver.requests.open).isEqualTo(1);
    }
    driver.allocate(5);
    driver.reports.missing = Optional.empty();
    driver.pass(Duration.ofSeconds(10));
    driver.reports.missing = Optional.of("0 of 1 is alive");
    driver.pass(Duration.ofSeconds(20));
    driver.arrive(5);
    driver.join(5);
    driver.end(5, 0);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isZero();
  }

  @Test
  void aDetachedGangWhoseContainersEndAtOnceFailsInTheEnd() {
    GangDriver driver = GangDriver.detached(1);
    driver.reports.missing = Optional.of("0 of 1 is alive");
    int number = 0;
    while (!driver.gang.isOver()) {
      driver.allocate(++number);
      driver.complete(number, ExitCodes.FAILED);
      driver.pass(Duration.ofSeconds(6));
    }
    assertThat(number).isBetween(5, 7);
    assertThat(driver.gang.verdict().diagnostics())
        .contains("ended with status 1")
        .contains("no client");
  }

  /** The ResourceManager may answer late, again and again. */
  @Test
  void aGangHasTimeBetweenItsQuestions() {
    GangDriver driver = GangDriver.of(2);
    driver.reports.answerTakes = Duration.ofSeconds(11);
    driver.allocate(1, 2);
    driver.pass(Duration.ofSeconds(6));
    assertThat(driver.reports.questions).isEqualTo(1);
    driver.arrive(1);
    assertThat(driver.reports.questions).isEqualTo(1);
  }

  @Test
  void aClientThatComesInTimeIsWelcome() {
    GangDriver driver = GangDriver.of(1);
    driver.clients.come = false;
    driver.run();
    driver.clientSays(new GangMessage.Watch());
    driver.pass(LONG);
    assertThat(driver.containers.stopped).isEmpty();
  }

  @Test
  void aContainerThatIsLostWhileOthersAreMissingIsNotCounted() {
    GangDriver driver = GangDriver.of(2);
    driver.allocate(1);
    driver.complete(1, -100);
    driver.allocate(2);
    assertThat(driver.containers.started).isEmpty();
  }

  @Test
  void aTimeLimitEndsTheProgram() {
    GangDriver driver = GangDriver.withLimit(1, 30);
    driver.run();
    driver.pass(Duration.ofSeconds(29));
    assertThat(driver.containers.stopped).isEmpty();
    driver.pass(Duration.ofSeconds(2));
    assertThat(driver.containers.stopped).containsExactly(1);
    driver.exit(1, ExitCodes.KILLED);
    assertThat(driver.gang.verdict().status()).isEqualTo(124);
    assertThat(driver.gang.verdict().diagnostics()).contains("30 s");
    assertThat(driver.gang.verdict().isCancelled()).isTrue();
  }

  @Test
  void aClientMayCancel() {
    GangDriver driver = GangDriver.running(1);
    driver.clientSays(new GangMessage.Cancel("interrupted"));
    assertThat(driver.containers.stopped).containsExactly(1);
    driver.exit(1, ExitCodes.KILLED);
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(130);
    assertThat(driver.gang.verdict().diagnostics()).isEqualTo("interrupted");
  }

  @Test
  void aGangEndsWithItsClient() {
    GangDriver driver = GangDriver.running(1);
    driver.clientGoes();
    assertThat(driver.containers.stopped).containsExactly(1);
    assertThat(driver.told(1, GangMessage.GiveUp.class)).hasSize(1);
  }

  @Test
  void aDetachedGangNeedsNoClient() {
    GangDriver driver = GangDriver.detached(1);
    driver.clients.come = false;
    driver.run();
    driver.clientGoes();
    driver.pass(LONG);
    assertThat(driver.containers.stopped).isEmpty();
  }

  @Test
  void aClientThatDoesNotComeIsNotWaitedFor() {
    GangDriver driver = GangDriver.of(1);
    driver.clients.come = false;
    driver.run();
    driver.pass(Duration.ofSeconds(29));
    assertThat(driver.containers.stopped).isEmpty();
    driver.pass(Duration.ofSeconds(2));
    assertThat(driver.containers.stopped).containsExactly(1);
    assertThat(driver.gang.verdict().diagnostics()).contains("its client has not come");
  }

  @Test
  void containersThatDoNotEndAreLeftToYarn() {
    GangDriver driver = GangDriver.running(1);
    driver.stop();
    assertThat(driver.containers.stopped).containsExactly(1);
    driver.pass(Duration.ofSeconds(59));
    assertThat(driver.gang.isOver()).isFalse();
    driver.pass(Duration.ofSeconds(2));
    assertThat(driver.gang.isOver()).isTrue();
    assertThat(driver.gang.verdict().status()).isEqualTo(ExitCodes.KILLED);
  }
}
