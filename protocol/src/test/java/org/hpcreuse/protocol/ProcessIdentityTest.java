/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessIdentityTest {
  @Test
  void shouldKillTheProcessItNamesAndSeeItGone() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sleep", "60").start();
    ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();
    assertThat(identity.isGone()).isFalse();

    identity.kill();

    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(identity::isGone);
  }

  @Test
  void shouldNotKillAnotherProcessThatHasTheSamePid() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();
      ProcessIdentity older = new ProcessIdentity(identity.pid(), identity.startTicks() - 1);

      older.kill();

      assertThat(older.isGone()).isTrue();
      assertThat(process.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The kernel cuts names at 15 bytes, here through an umlaut: what is left is no UTF-8. */
  @Test
  void shouldKnowAProcessWhoseNameIsCutWithinALetter(@TempDir Path dir) throws Exception {
    Process process = NamedProcess.cutWithinALetter(dir);
    try {
      ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();

      assertThat(identity.isGone()).isFalse();
      assertThat(identity.isStopped()).isFalse();
      identity.kill();

      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(identity::isGone);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldTakeAZombieForGone() throws IOException {
    // The shell that becomes sleep never reaps the child it leaves to it.
    Process parent = new ProcessBuilder("sh", "-c", "sleep 1 & echo $!; exec sleep 60").start();
    try (var out = parent.inputReader()) {
      ProcessIdentity child =
          ProcessIdentity.of(Long.parseLong(out.readLine().strip())).orElseThrow();
      Awaitility.await().atMost(Duration.ofSeconds(10)).until(child::isGone);
      assertThat(ProcessIdentity.of(child.pid())).as("still a zombie").contains(child);
    } finally {
      parent.destroyForcibly();
    }
  }
}
