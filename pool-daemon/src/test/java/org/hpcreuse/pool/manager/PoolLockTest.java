/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.hpcreuse.protocol.ExitCodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Manager processes that want the same directory. */
@Timeout(120)
final class PoolLockTest {
  @TempDir private Path temp;
  private ManagerProcess manager;

  @BeforeEach
  void start() throws IOException {
    manager = new ManagerProcess(temp, "none", "1x64", 0);
  }

  @AfterEach
  void clear() throws IOException, InterruptedException {
    manager.clear();
  }

  private static int awaitEnd(Process process) throws InterruptedException {
    assertThat(process.waitFor(ManagerProcess.WAIT.toMillis(), TimeUnit.MILLISECONDS))
        .as("the end of manager " + process.pid())
        .isTrue();
    return process.exitValue();
  }

  @Test
  void shouldLeaveTheDirectoryToTheManagerThatHasIt() throws Exception {
    manager.awaitFree();
    // As if both had found a dead manager's socket and removed it.
    Files.delete(manager.files.socket());
    Path log = temp.resolve("second.log");

    int status = awaitEnd(manager.startAnother(log));

    assertThat(status).isEqualTo(ExitCodes.IN_USE);
    assertThat(log).content().contains("pid " + manager.pid());
    assertThat(manager.files.managerPid()).hasContent(Long.toString(manager.pid()));
  }

  @Test
  void shouldLetOneOfManyHaveTheDirectoryOfAManagerThatWasKilled() throws Exception {
    manager.awaitFree();
    manager.kill();
    leaveSocket(manager.files.socket());

    List<Process> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      others.add(manager.startAnother(temp.resolve("other" + i + ".log")));
    }

    Awaitility.await("the end of all managers but one")
        .atMost(ManagerProcess.WAIT)
        .until(() -> others.stream().filter(Process::isAlive).count() <= 1);
    manager.awaitFree();
    List<Process> losers = others.stream().filter(other -> !other.isAlive()).toList();
    assertThat(losers).hasSize(3).allMatch(other -> other.exitValue() == ExitCodes.IN_USE);
  }

  private static void leaveSocket(Path socket) throws IOException {
    Files.deleteIfExists(socket);
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
  }

  @Test
  void shouldNotHandItsLockToItsChildren() throws Exception {
    manager.awaitFree();
    Path lock = manager.files.managerLock();
    assertThat(openFiles(manager.pid())).contains(lock);
    List<ProcessHandle> children = manager.descendants();

    assertThat(children).isNotEmpty();
    for (ProcessHandle child : children) {
      assertThat(openFiles(child.pid())).as("files of child " + child.pid()).doesNotContain(lock);
    }
  }

  private static List<Path> openFiles(long pid) throws IOException {
    List<Path> open = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.isSymbolicLink(descriptor)) {
          open.add(Files.readSymbolicLink(descriptor));
        }
      }
    }
    return open;
  }
}
