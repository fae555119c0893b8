/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.hpcreuse.protocol.Message;
import org.hpcreuse.protocol.PoolFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolClientTest {
  @TempDir private Path dir;

  @Test
  void shouldNotWaitLongForAPoolThatDoesNotSayHello() throws Exception {
    Path pool = dir.resolve("pool");
    PoolFiles.createOwnerOnly(pool);
    Path socket = pool.resolve("s");
    Files.writeString(pool.resolve("pool.properties"), "hpc-reuse.pool.socket=" + socket + "\n");
    PoolFiles.open(pool).createSecret();
    try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(socket));
      assertTimeoutPreemptively(
          Duration.ofSeconds(5),
          () -> new PoolClient(pool).makeRoom(new Message.Fork("c", "opted-out", 1)));
    }
  }
}
