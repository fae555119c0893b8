/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileMemoryTest {
  @TempDir Path dir;

  private Map<String, String> settings(String userCode, String profiles) {
    return Map.of(
        Options.USER_CODE.key(), userCode,
        Options.PROFILES.key(), profiles,
        Options.LEARNED_DIR.key(), dir.toString());
  }

  @Test
  void shouldCountTheClassesOfAllProfiles() throws Exception {
    for (String name : List.of("spark", "tez")) {
      new ClassProfile(List.of(), true, List.of(), List.of(), Collections.nCopies(1024, "x.Y"))
          .write(ClassProfile.named(settings("kept", ""), dir, name));
    }
    assertThat(ProfileMemory.megabytes(settings("kept", ""), dir)).isZero();
    assertThat(ProfileMemory.megabytes(settings("kept", "spark,tez"), dir)).isEqualTo(2 * 13);
  }

  @Test
  void shouldSayThatAProfileIsMissingOrHasNoEffect() {
    assertThatThrownBy(() -> ProfileMemory.megabytes(settings("kept", "spark"), dir))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(dir + "/profile-spark.txt is missing")
        .hasMessageContaining("«learn --profile spark»");
    assertThatThrownBy(() -> ProfileMemory.megabytes(settings("fresh", "spark"), dir))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("needs hpc-reuse.user-code = kept");
  }

  @Test
  void shouldCountEachProcess() {
    MemoryBudget budget =
        MemoryBudget.forReuse(
            SlotSpec.parse("2x512,1x1024"), 1, DaemonHeaps.parse("").on(NodeRole.HEAD));
    int total = budget.totalMb();
    int idle = budget.idleMb();

    budget.addProfiles(MemoryBudget.processes(SlotSpec.parse("2x512,1x1024"), 1), 130);

    assertThat(budget.totalMb() - total).isEqualTo(4 * 130);
    assertThat(budget.idleMb() - idle).isEqualTo(4 * 130);
  }
}
