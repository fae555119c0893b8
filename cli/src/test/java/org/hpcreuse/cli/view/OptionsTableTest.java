/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;

class OptionsTableTest {
  private static final Path DOCUMENT = Path.of("../docs/options.md");

  @Test
  void shouldBeWhatTheDocumentationHolds() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .as("make it with: bin/hpc-reuse options --markdown > docs/options.md")
        .isEqualTo(OptionsTable.markdown());
  }

  @Test
  void shouldNameEveryOptionInBothForms() {
    for (Option<?> option : Options.all()) {
      assertThat(OptionsTable.markdown()).contains("`" + option.key() + "`");
      assertThat(OptionsTable.text()).contains(option.key() + " = ");
    }
  }
}
