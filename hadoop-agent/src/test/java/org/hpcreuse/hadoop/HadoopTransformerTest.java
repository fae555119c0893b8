/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class HadoopTransformerTest {
  private final List<String> log = new ArrayList<>();
  private final HadoopTransformer transformer = new HadoopTransformer(all(), log::add);

  private static List<HadoopRewrite> all() {
    return HadoopAgent.rewrites(HadoopAgent.WAITS);
  }

  private static List<String> rewritten() {
    return all().stream().map(HadoopRewrite::type).toList();
  }

  private static byte[] classFile(String name) throws IOException {
    try (var in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @MethodSource("rewritten")
  void shouldRewriteTheClassesOfHadoop(String name) throws IOException {
    byte[] classFile = classFile(name);

    assertThat(transformer.transform(null, name, null, null, classFile))
        .isNotNull()
        .isNotEqualTo(classFile);
    assertThat(log).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("rewritten")
  void shouldLeaveAClassThatHasNotWhatItNeedsAsItIs(String name) throws IOException {
    byte[] other = classFile("java/lang/Object");

    assertThat(transformer.transform(null, name, null, null, other)).isNull();
    assertThat(log)
        .singleElement()
        .asString()
        .contains("stays as it is", name.replace('/', '.'), "has no");
  }

  @Test
  void shouldLeaveOtherClassesAlone() {
    assertThat(transformer.transform(null, "org/example/Other", null, null, new byte[0])).isNull();
    assertThat(log).isEmpty();
  }
}
