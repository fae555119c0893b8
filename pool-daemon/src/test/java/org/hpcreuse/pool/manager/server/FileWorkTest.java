/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class FileWorkTest {
  private final Semaphore woken = new Semaphore(0);
  private final List<String> answers = new ArrayList<>();

  @Test
  void shouldAnswerForWorkThatEndsWithAnError() throws Exception {
    try (FileWork work = new FileWork("file-work-test", woken::release)) {
      work.begin(
          () -> {
            throw new OutOfMemoryError("for a test");
          },
          done -> answers.add("done"),
          failure -> answers.add(failure.getMessage()));
      work.begin(() -> "next", answers::add, failure -> answers.add("failed"));

      assertThat(woken.tryAcquire(2, 60, TimeUnit.SECONDS)).as("both are over").isTrue();
      work.next().orElseThrow().run();
      work.next().orElseThrow().run();
    }

    assertThat(answers).containsExactly("java.lang.OutOfMemoryError: for a test", "next");
  }
}
