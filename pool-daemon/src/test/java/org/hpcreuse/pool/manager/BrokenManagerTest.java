/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A manager whose code is not whole: a class that it needs for an answer is missing. */
@Timeout(120)
final class BrokenManagerTest {
  @TempDir private Path temp;
  private ManagerProcess manager;

  @AfterEach
  void clear() throws IOException, InterruptedException {
    manager.clear();
  }

  /** The class path of this JVM, with a copy of our classes that lacks one. */
  private String classPathWithout(String missing) throws Exception {
    Path own =
        Path.of(ManagerMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path copy = temp.resolve("classes");
    try (Stream<Path> all = Files.walk(own)) {
      for (Path file : all.toList()) {
        if (!file.endsWith(missing)) {
          Files.copy(file, copy.resolve(own.relativize(file).toString()));
        }
      }
    }
    assertThat(own.resolve(missing)).exists();
    String paths = System.getProperty("java.class.path");
    List<String> entries = Stream.of(paths.split(File.pathSeparator)).toList();
    assertThat(entries).contains(own.toString());
    return String.join(
        File.pathSeparator,
        entries.stream().map(e -> e.equals(own.toString()) ? copy.toString() : e).toList());
  }

  @Test
  void shouldEndSoThatItsKeeperStartsItAgain() throws Exception {
    String classPath = classPathWithout("org/hpcreuse/pool/manager/core/Json.class");
    manager = new ManagerProcess(temp, "none", "1x64", 0, List.of(), classPath);
    try (MessageChannel admin = manager.connect(Message.Role.ADMIN)) {

      admin.send(new Message.StatusQuery(), ManagerProcess.WAIT);

      assertThat(manager.awaitEnd()).isEqualTo(ExitCodes.FAILED);
      assertThat(Files.readString(manager.files.managerPid()).strip())
          .as("the keeper sees by it that the manager had come up")
          .isEqualTo(Long.toString(manager.pid()));
      assertThat(manager.files.socket()).as("the next one listens there").doesNotExist();
    }
  }
}
