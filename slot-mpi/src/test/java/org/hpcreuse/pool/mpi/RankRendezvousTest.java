/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RankRendezvousTest {
  private final Map<String, String> known = new ConcurrentHashMap<>();
  private final ExecutorService members = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    members.shutdownNow();
  }

  @Test
  void shouldTellEachMemberTheRanksByTheirNumbers() throws Exception {
    List<RankRendezvous.Party> parties = meet(7, 3, 5);

    assertThat(parties).extracting(RankRendezvous.Party::ranks).containsOnly(List.of(7, 3, 5));
    assertThat(parties).extracting(RankRendezvous.Party::key).containsOnly(parties.get(0).key());
    assertThat(known).isEmpty();
  }

  @Test
  void shouldHoldAMeetingOfOne() throws Exception {
    assertThat(meet(4).get(0).ranks()).containsExactly(4);
  }

  @Test
  void shouldUseAnotherKeyInEachMeeting() throws Exception {
    assertThat(meet(1, 2).get(0).key()).isNotEqualTo(meet(1, 2).get(0).key());
  }

  @Test
  void shouldPassAListThatIsLongerThanAText() throws Exception {
    List<RankRendezvous.Party> parties = meet(IntStream.range(1000, 1400).toArray());

    assertThat(parties.get(399).ranks()).hasSize(400).startsWith(1000).endsWith(1399);
  }

  @Test
  void shouldNameTheMemberThatHasNotCome() throws Exception {
    try (RankRendezvous meeting = meeting(0, 2, 9, Duration.ofMillis(20))) {
      assertThatThrownBy(() -> meeting.hold("m"))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("member 1 has not come; members: 2");
    }
    try (RankRendezvous meeting = meeting(1, 2, 9, Duration.ofMillis(20))) {
      assertThatThrownBy(() -> meeting.hold("m"))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("the list of the first has not come; members: 2");
    }
    assertThat(known).isEmpty();
  }

  @Test
  void shouldNoticeThatAnotherMemberHasTheSameNumber() throws Exception {
    known.put("m/1", "3");

    try (RankRendezvous meeting = meeting(1, 2, 5, Duration.ofMinutes(1))) {
      assertThatThrownBy(() -> meeting.hold("m"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("m/1 is known already")
          .hasMessageContaining("take another name");
    }
    assertThat(known).containsEntry("m/1", "3");
  }

  @Test
  void shouldNoticeMembersThatDoNotAgree() throws Exception {
    known.put("m/list0", "1 1 4,5,6");

    try (RankRendezvous meeting = meeting(1, 2, 5, Duration.ofMinutes(1))) {
      assertThatThrownBy(() -> meeting.hold("m"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("number 1 of 2, and the first member has this list: [4, 5, 6]");
    }
    assertThatThrownBy(() -> new RankRendezvous.Place(2, 2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number 2 of 2 members: must be from 0 to 1");
  }

  @Test
  void shouldRefuseANameThatMpiCouldNotKeep() {
    assertThatThrownBy(() -> RankRendezvous.name(""))
        .hasMessageContaining("1 to 64 characters, not 0");
    assertThatThrownBy(() -> RankRendezvous.name("x".repeat(65))).hasMessageContaining("not 65");
    assertThatThrownBy(() -> RankRendezvous.name("x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("CONTAINER_ID is no container of YARN: null");
  }

  /** All members meet; none takes its names back before all know the list. */
  private List<RankRendezvous.Party> meet(int... ranks) throws Exception {
    List<RankRendezvous> meetings = new ArrayList<>();
    List<Future<RankRendezvous.Party>> held = new ArrayList<>();
    for (int number = 0; number < ranks.length; number++) {
      RankRendezvous meeting = meeting(number, ranks.length, ranks[number], Duration.ofMinutes(1));
      meetings.add(meeting);
      held.add(members.submit(() -> meeting.hold("m")));
    }
    List<RankRendezvous.Party> parties = new ArrayList<>();
    for (Future<RankRendezvous.Party> each : held) {
      parties.add(each.get());
    }
    for (RankRendezvous meeting : meetings) {
      meeting.close();
    }
    return parties;
  }

  private RankRendezvous meeting(int number, int count, int rank, Duration bound) {
    return new RankRendezvous(
        names(),
        new RankRendezvous.Place(number, count, rank),
        System.nanoTime() + bound.toNanos());
  }

  private Names names() {
    return new Names() {
      @Override
      public void publish(String name, String text) {
        assertThat(text).hasSizeLessThanOrEqualTo(Names.LONGEST);
        known.put(name, text); // as MPI does, also for a name that is known
      }

      @Override
      public Optional<String> lookUp(String name) {
        return Optional.ofNullable(known.get(name));
      }

      @Override
      public void unpublish(String name, String text) {
        assertThat(known.remove(name, text)).isTrue();
      }
    };
  }
}
