/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenPackagesTest {
  /** So that all other tests show that these are enough. */
  @Test
  void shouldBeExactlyWhatTestsRunWith() {
    List<String> opens =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--add-opens="))
            .toList();
    assertThat(opens)
        .containsExactlyInAnyOrderElementsOf(
            OpenPackages.all().stream()
                .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
                .toList());
  }
}
