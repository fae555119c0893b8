/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Hadoop's real classes in a child JVM with the real agent. */
final class WaitRewritesTest {
  @TempDir Path dir;

  @Test
  void shouldEndTheSleepOfTheAllocatorWhenRequestsChangeOrTasksEnd() throws Exception {
    assertThat(probe("heartbeat"))
        .containsExactly(
            "registered",
            "heartbeat after a change of requests",
            "heartbeat after the end of a task",
            "heartbeats while a request waits",
            "reduces while maps wait: 0",
            "reduces after them: 7",
            "registered",
            "looks at reduces while maps wait: 0",
            "looks at reduces after them: 1",
            "done");
    assertThat(dir.resolve("err")).content().contains("asked the ResourceManager");
  }

  @Test
  void shouldAskOftenWhetherTheEndIsNoted() throws Exception {
    assertThat(probe("unregistration")).containsExactly("registered", "asked 4 times", "done");
  }

  @Test
  void shouldLetAReduceWaitForNews() throws Exception {
    assertThat(probe("reduce"))
        .containsExactly("the reduce waits for news", "alive after its end: false", "done");
  }

  @Test
  void shouldLetATaskCommitSoon() throws Exception {
    assertThat(probe("commit"))
        .containsExactly("ended by NullPointerException", "next pause 20", "done");
  }

  @Test
  void shouldEndAMasterWhenItsClientsKnowTheFinalState() throws Exception {
    assertThat(probe("end"))
        .containsExactly(
            "the master waits for clients",
            "alive after its end: false",
            "clients know the final state",
            "done");
    assertThat(dir.resolve("err")).content().contains("1 of 1 know the job's final state");
  }

  /** What {@link WaitsProbe} says. */
  private List<String> probe(String argument) throws Exception {
    return AgentJvm.run(dir, "waits", WaitsProbe.class, argument);
  }
}
