/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.hpcreuse.cli.plan.Storage.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageTest {
  @Test
  void shouldReadEveryChoice() {
    assertThat(Storage.parse("hdfs").kind()).isEqualTo(Kind.SCRATCH);
    assertThat(Storage.parse("hdfs:/work/ada"))
        .isEqualTo(new Storage(Kind.KEPT, Path.of("/work/ada")));
    assertThat(Storage.parse("shared:/work/ada/"))
        .isEqualTo(new Storage(Kind.SHARED, Path.of("/work/ada")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tape", "hdfs:", "hdfs:relative", "shared:", "shared:my dir"})
  void shouldRefuseAnythingElseByName(String text) {
    assertThatThrownBy(() -> Storage.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }
}
