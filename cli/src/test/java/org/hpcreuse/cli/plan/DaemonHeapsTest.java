/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonHeapsTest {
  private static final String USUAL =
      "namenode=256,datanode=256,resourcemanager=512,nodemanager=512,jobhistoryserver=256";

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", USUAL, "datanode=256"})
  void shouldGiveTheUsualHeapsWhereNothingElseIsAsked(String text) {
    assertThat(DaemonHeaps.parse(text)).hasToString(USUAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "namenode=4096,nodemanager=128",
        "nodemanager=128 namenode=4096",
        " namenode=1024, namenode=4096,nodemanager=128 ",
      })
  void shouldTakeWhatIsAskedByCommasOrBlanks(String text) {
    assertThat(DaemonHeaps.parse(text))
        .hasToString(
            "namenode=4096,datanode=256,resourcemanager=512,nodemanager=128,jobhistoryserver=256");
  }

  @ParameterizedTest
  @ValueSource(strings = {"namenode", "namenode=", "namenode=4g", "namenode=127", "nn=512", "=1"})
  void shouldNameWhatIsWrongAndWhatIsAllowed(String word) {
    assertThatThrownBy(() -> DaemonHeaps.parse("datanode=300," + word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--daemon-heaps datanode=300,%s (in a job HPC_REUSE_DAEMON_HEAPS): %s must be DAEMON=MIB, DAEMON one of namenode,"
                + " datanode, resourcemanager, nodemanager, jobhistoryserver, and MIB from 128 on",
            word, word);
  }

  @Test
  void shouldKnowWhichOfThemANodeRuns() {
    assertThat(DaemonHeaps.parse("").on(NodeRole.WORKER))
        .hasToString("datanode=256,nodemanager=512");
    assertThat(DaemonHeaps.parse("").on(NodeRole.HEAD)).hasToString(USUAL);
  }
}
