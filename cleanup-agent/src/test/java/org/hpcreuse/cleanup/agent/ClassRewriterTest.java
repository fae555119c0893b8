/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

final class ClassRewriterTest {
  private static int counter;

  /** What is rewritten. */
  static int read() {
    return counter;
  }

  @Test
  void shouldFindAFieldThatHasBecomeAConstant() {
    assertThatCode(() -> rewrite("read()I", "COUNTER")).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseToDoNothing() {
    assertThatThrownBy(() -> rewrite("read()I", "elsewhere"))
        .hasMessageContaining("read of elsewhere");
    assertThatThrownBy(() -> rewrite("write()V", "counter")).hasMessageContaining("write()V");
  }

  private static void rewrite(String method, String field) throws IOException {
    String name = ClassRewriterTest.class.getName().replace('.', '/');
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      ClassRewriter rewriter =
          new ClassRewriter(
              new ClassWriter(0),
              new Rewrite(
                  name, Map.of(method, new MethodRewrite.FieldRead(field, "other/Owner", "call"))));
      new ClassReader(in).accept(rewriter, 0);
      rewriter.requireAllDone();
    }
  }
}
