/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;
import org.junit.jupiter.api.Test;

final class AuditTest {
  private static final long ADMIN = 500;
  private static final ResidueRow ROW = new ResidueRow("property", "left", "", "1", "");

  private final CoreDriver pool = CoreDriver.reported(CoreDriver.settings("2x512", 0));

  private List<JsonNode> answers() throws JsonProcessingException {
    List<JsonNode> answers = new ArrayList<>();
    for (Message.Text text : pool.sent(ADMIN, Message.Text.class)) {
      answers.add(new ObjectMapper().readTree(text.text()));
    }
    return answers;
  }

  private Message.Audit asked(int number) {
    return pool.last(CoreDriver.connectionOf(number), Message.Audit.class);
  }

  private static Message.Audited audited(Message.Audit audit, List<ResidueRow> rows) {
    ResidueRow allowed = new ResidueRow("fd", "fd 7", "", "socket", "mpi: it connects at any time");
    return new Message.Audited(
        audit.auditId(), rows, rows.size(), List.of(allowed), 1, Map.of("fds", 40L), "", "");
  }

  @Test
  void shouldPassOnWhatEachSlotAnswers() throws JsonProcessingException {
    pool.admin(ADMIN, new Message.AuditQuery(0, ""));
    pool.slot(1, audited(asked(1), List.of()));
    assertThat(pool.sent(ADMIN, Message.Done.class)).isEmpty();
    pool.slot(0, audited(asked(0), List.of(ROW)));

    assertThat(pool.sent(ADMIN, Message.Done.class)).hasSize(1);
    JsonNode spoilt = answers().get(1);
    assertThat(spoilt.at("/slot").asInt()).isZero();
    assertThat(spoilt.at("/audited").asBoolean()).isTrue();
    assertThat(spoilt.at("/residue/0/where").asText()).isEqualTo("left");
    assertThat(spoilt.at("/residueCount").asInt()).isEqualTo(1);
    assertThat(spoilt.at("/fds").asInt()).isEqualTo(40);
    assertThat(spoilt.at("/allowed/0/rule").asText()).isEqualTo("mpi");
    assertThat(spoilt.at("/allowed/0/reason").asText()).isEqualTo("it connects at any time");
  }

  @Test
  void shouldReportABusySlotAtOnceWhenNobodyWaits() throws JsonProcessingException {
    pool.launch(1, "a", 256, 0);

    pool.admin(ADMIN, new Message.AuditQuery(0, ""));
    pool.slot(1, audited(asked(1), List.of()));

    assertThat(answers().get(0).at("/error").asText()).isEqualTo("not audited: LEASED");
    assertThat(pool.sent(ADMIN, Message.Done.class)).hasSize(1);
  }

  @Test
  void shouldAskABusySlotWhenItIsFreeWithinTheWait() throws JsonProcessingException {
    pool.launch(1, "a", 256, 0);
    pool.admin(ADMIN, new Message.AuditQuery(1_000, ""));
    pool.slot(1, audited(asked(1), List.of()));
    assertThat(pool.sent(ADMIN, Message.Done.class)).isEmpty();

    pool.finish(pool.assigned(1), 0, "", 0);
    pool.slot(0, audited(asked(0), List.of()));

    assertThat(answers()).hasSize(2).allMatch(slot -> slot.at("/audited").asBoolean());
    assertThat(pool.sent(ADMIN, Message.Done.class)).hasSize(1);
  }

  @Test
  void shouldGiveUpASlotThatDiesOrIsSilent() throws JsonProcessingException {
    pool.admin(ADMIN, new Message.AuditQuery(0, ""));
    pool.gone(0);
    pool.pass(AuditHandler.ANSWER_MS);

    assertThat(answers())
        .extracting(slot -> slot.at("/error").asText())
        .containsExactly(
            "ended meanwhile: the slot JVM died", "no answer in " + AuditHandler.ANSWER_MS + " ms");
    assertThat(pool.sent(ADMIN, Message.Done.class)).hasSize(1);
  }

  @Test
  void shouldRefuseASecondAuditMeanwhile() {
    pool.admin(ADMIN, new Message.AuditQuery(0, ""));
    pool.admin(ADMIN + 1, new Message.AuditQuery(0, ""));

    assertThat(pool.last(ADMIN + 1, Message.Refused.class).reason()).contains("audit 1");
  }

  @Test
  void shouldCutATableThatIsTooLongForAMessageAndKeepTheCount() throws Exception {
    String long6 = "\u0001".repeat(2_000);
    List<ResidueRow> rows =
        Collections.nCopies(400, new ResidueRow("property", long6, "", long6, ""));
    pool.admin(ADMIN, new Message.AuditQuery(0, ""));

    pool.slot(0, audited(asked(0), rows));

    Message.Text answer = pool.last(ADMIN, Message.Text.class);
    assertThat(Frames.encode(answer).remaining()).isLessThan(Frames.MAX_PAYLOAD_BYTES);
    assertThat(answers().get(0).at("/residueCount").asInt()).isEqualTo(400);
    assertThat(answers().get(0).at("/residue").size()).isBetween(1, 399);
  }

  @Test
  void shouldRetireASlotThatHasGrownTooMuchAndCountIt() throws JsonProcessingException {
    pool.launch(1, "a", 256, 0);
    Message.Assigned assigned = pool.assigned(1);
    pool.slot(0, new Message.Running(assigned.lease(), 5));
    pool.slot(0, new Message.Exited("a", assigned.lease(), 0, "", 5, 6));
    pool.slot(
        0,
        new Message.Figures(Map.of("fds", 300L), Map.of("fds", 101L), Message.CollectionNeed.NONE));
    pool.slot(0, new Message.Released(assigned.lease(), "", 10, 0));

    assertThat(pool.last(CoreDriver.connectionOf(0), Message.Leave.class).reason())
        .isEqualTo("fds-growth: 101, limit 100");
    pool.admin(ADMIN, new Message.StatusQuery());
    assertThat(answers().get(0).at("/retirements/fds-growth").asInt()).isEqualTo(1);
  }
}
