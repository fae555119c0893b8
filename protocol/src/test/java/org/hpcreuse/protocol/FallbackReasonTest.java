/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FallbackReasonTest {
  /** Metrics, status and dashboards of users name them so. */
  @Test
  void shouldKeepTheNamesThatUsersRelyOn() {
    assertThat(Arrays.stream(FallbackReason.values()).map(FallbackReason::key))
        .containsExactlyInAnyOrder(
            "class-path",
            "docker",
            "draining",
            "duplicate-container",
            "executor-failure",
            "framework-changed",
            "heap-too-large",
            "java-home",
            "jvm-flag",
            "launch-too-large",
            "malformed-launch",
            "no-mpi",
            "node-setting",
            "not-captured",
            "not-java",
            "opted-out",
            "pool-busy",
            "pool-memory",
            "pool-down",
            "process-context",
            "process-environment",
            "shell-syntax",
            "slot-prepare",
            "startup-property",
            "unknown-container",
            "wrong-user");
  }
}
