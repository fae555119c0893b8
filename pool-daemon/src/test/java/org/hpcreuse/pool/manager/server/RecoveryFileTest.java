/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.protocol.ProcessIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecoveryFileTest {
  @TempDir private Path temp;
  private Path file;
  private RecoveryFile memory;

  @BeforeEach
  void make() {
    file = temp.resolve("processes.json");
    memory = new RecoveryFile(file);
  }

  private static RecoveryRecord.Place place(int number, long pid) {
    return new RecoveryRecord.Place(number, number, 512, false, pid, "log");
  }

  @Test
  void shouldReadWhatLivesOfWhatItWrote() throws IOException, InterruptedException {
    Process gone = new ProcessBuilder("true").start();
    Process living = new ProcessBuilder("sleep", "300").start();
    try {
      memory.write(
          new RecoveryRecord(7, true, List.of(place(0, gone.pid()), place(1, living.pid()))), 0);
      gone.waitFor();

      assertThat(memory.read().orElseThrow().pool())
          .isEqualTo(new RecoveryRecord(7, true, List.of(place(1, living.pid()))));
    } finally {
      living.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldHaveNothingWhenNothingLives() throws IOException, InterruptedException {
    assertThat(memory.read()).isEmpty();
    Process gone = new ProcessBuilder("true").start();
    memory.write(new RecoveryRecord(1, false, List.of(place(0, gone.pid()))), 0);
    gone.waitFor();

    assertThat(memory.read()).isEmpty();
  }

  @Test
  void shouldNotTakeAnotherProcessForASlot() throws IOException {
    long own = ProcessHandle.current().pid();
    memory.write(new RecoveryRecord(1, false, List.of(place(0, own))), 0);
    String text = Files.readString(file);
    long start = ProcessIdentity.of(own).orElseThrow().startTicks();
    Files.writeString(file, text.replace(Long.toString(start), Long.toString(start + 1)));

    assertThat(memory.read()).isEmpty();
  }

  @Test
  void shouldStartAfreshFromWhatItDoesNotUnderstand() throws IOException {
    String empty = "{\"version\":1,\"pool\":{}}";
    for (String text :
        List.of("", "{", "[]", "{\"version\":99}", "null", "{\"version\":1}", empty)) {
      Files.writeString(file, text);

      assertThat(memory.read()).as(text).isEmpty();
    }
  }
}
