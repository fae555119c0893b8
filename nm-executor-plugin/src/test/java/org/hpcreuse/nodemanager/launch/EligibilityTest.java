/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EligibilityTest {
  private static final Eligibility.Node NODE =
      new Eligibility.Node("me", Map.of("LANG", "C.UTF-8"), "");

  @ParameterizedTest
  @CsvSource({"HPC_REUSE_MODE,fork,opted-out", "YARN_CONTAINER_RUNTIME_TYPE,docker,docker"})
  void shouldForkWhatAsksForIt(String name, String value, String key) {
    assertThatThrownBy(() -> Eligibility.requireWanted(NODE, Map.of(name, value)))
        .hasMessageStartingWith(key);
  }

  @ParameterizedTest
  @CsvSource({"mpi,true", "MPI,true", "fork,false", "'',false"})
  void shouldSayWhetherOnlyASlotWithMpiWillDo(String mode, boolean needsMpi) {
    assertThat(Eligibility.needsMpi(Map.of("HPC_REUSE_MODE", mode))).isEqualTo(needsMpi);
  }

  @Test
  void shouldTakeAContainerThatIsLikeTheNode() {
    assertThatCode(
            () -> {
              Eligibility.requireOwnUser(NODE, "me");
              Eligibility.requireWanted(NODE, Map.of("HPC_REUSE_MODE", "reuse"));
              Eligibility.requireSameJava("/j", "/j");
              Eligibility.requireFits(1024, 1024);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void shouldNameBothSidesOfAMismatch() {
    assertThatThrownBy(() -> Eligibility.requireOwnUser(NODE, "you"))
        .hasMessageContainingAll("wrong-user", "you", "me");
    assertThatThrownBy(() -> Eligibility.requireSameJava("/a", "/b"))
        .hasMessageContainingAll("java-home", "/a", "/b");
    assertThatThrownBy(() -> Eligibility.requireFits(2000, 1024))
        .hasMessageContainingAll("heap-too-large", "2000", "1024");
  }

  @Test
  void shouldForkOnANodeWithASettingThatOnlyProcessesHonour() {
    Eligibility.Node numa = new Eligibility.Node("me", Map.of(), "NUMA awareness is configured");
    assertThatThrownBy(() -> Eligibility.requireWanted(numa, Map.of()))
        .hasMessage("node-setting: NUMA awareness is configured");
  }
}
