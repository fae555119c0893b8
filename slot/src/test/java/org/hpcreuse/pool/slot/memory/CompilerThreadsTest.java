/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Asks about the compiler of this very JVM. */
class CompilerThreadsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  /** Much to compile in a small method: it calls itself, which is inlined several times. */
  public static final class Busy implements IntUnaryOperator {
    @Override
    public int applyAsInt(int depth) {
      int sum = depth;
      for (int i = 0; i < 3 && depth > 0; i++) {
        sum += applyAsInt(depth - 1) * i;
      }
      return sum;
    }
  }

  /** Defines the class once more, so that it is compiled once more. */
  private static final class Again extends ClassLoader {
    IntUnaryOperator busy() throws IOException, ReflectiveOperationException {
      String file = Busy.class.getName().replace('.', '/') + ".class";
      try (InputStream in = Busy.class.getClassLoader().getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        Class<?> again = defineClass(Busy.class.getName(), bytes, 0, bytes.length);
        return (IntUnaryOperator) again.getDeclaredConstructor().newInstance();
      }
    }
  }

  @Test
  void shouldTellWhenAMethodIsCompiledAndWhenNone() throws Exception {
    CompilerThreads compiler = CompilerThreads.open();

    await()
        .atMost(BOUND)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> new Again().busy().applyAsInt(10) > 0 && compiler.areAtWork());
    await().atMost(BOUND).until(() -> !compiler.areAtWork());
  }
}
