/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pool's directory takes no new file for a while. */
@Timeout(60)
final class FullDiskTest {
  @TempDir private Path temp;
  private RunningManager manager;

  @BeforeEach
  void start() throws IOException {
    manager = new RunningManager(temp, "1x512");
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    manager.stop();
  }

  /** Of slots that the file does not name, the next manager would know nothing. */
  @Test
  void shouldNoteItsProcessesWhenThereIsRoomAgain() throws Exception {
    Process first = manager.process(0);
    awaitNoted(first);
    Path file = manager.files.processes();
    Path inTheWay =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".new");
    Files.createDirectories(inTheWay.resolve("full"));

    first.destroyForcibly();
    Process second = manager.process(1);
    manager.slot(1, 512);
    assertThat(Files.readString(file)).doesNotContain(Long.toString(second.pid()));

    Files.delete(inTheWay.resolve("full"));
    Files.deleteIfExists(inTheWay);
    awaitNoted(second);
  }

  private void awaitNoted(Process slot) {
    Awaitility.await("the note of process " + slot.pid())
        .atMost(RunningManager.WAIT)
        .ignoreException(NoSuchFileException.class)
        .until(
            () -> Files.readString(manager.files.processes()).contains(Long.toString(slot.pid())));
  }
}
