/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;

/** Answers every question for the status with the same words, over a real socket. */
final class AnsweringManager implements Closeable {
  private final PoolFiles files;
  private final String status;
  private final ServerSocketChannel server;
  private final AtomicInteger asked = new AtomicInteger();

  /** Callers that went in the middle, and the end of the socket. */
  private final List<IOException> failures = new CopyOnWriteArrayList<>();

  AnsweringManager(PoolFiles files, String status) throws IOException {
    this.files = files;
    this.status = status;
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(files.socket()));
    Thread thread = new Thread(this::accept, "answering-manager");
    thread.setDaemon(true);
    thread.start();
  }

  int asked() {
    return asked.get();
  }

  private void accept() {
    while (server.isOpen()) {
      try (SocketChannel caller = server.accept()) {
        serve(caller);
      } catch (IOException e) {
        failures.add(e);
      }
    }
  }

  private void serve(SocketChannel caller) throws IOException {
    FrameBuffer in = new FrameBuffer();
    while (in.fill(caller) > 0) {
      for (var next = in.next(); next.isPresent(); next = in.next()) {
        if (next.get() instanceof Message.Hello hello
            && hello.secret().equals(files.readSecret())) {
          say(caller, new Message.Welcome(1024));
        } else if (next.get() instanceof Message.StatusQuery) {
          asked.incrementAndGet();
          say(caller, new Message.Text(status));
        }
      }
    }
  }

  private static void say(SocketChannel caller, Message message) throws IOException {
    ByteBuffer frame = Frames.encode(message);
    while (frame.hasRemaining()) {
      caller.write(frame);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(files.socket());
  }
}
