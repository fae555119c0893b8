/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;

/** A pool's socket with prepared answers behind it; the last one is given again and again. */
public final class AnsweringPool implements AutoCloseable {
  private final Path socketDir;
  private ServerSocketChannel server;
  private final Queue<List<Message>> answers = new ArrayDeque<>();
  private final List<Message> questions = new CopyOnWriteArrayList<>();

  private AnsweringPool(Path socketDir) {
    this.socketDir = socketDir;
  }

  /** Makes a cluster directory with a pool that answers. */
  public static AnsweringPool in(Path dir) throws IOException {
    Path socketDir = Files.createTempDirectory("hpc-reuse-test");
    Path pool = dir.resolve("pool");
    Files.createDirectories(dir.resolve("conf"));
    Files.createDirectory(
        pool, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    AnsweringPool answering = new AnsweringPool(socketDir);
    Files.writeString(
        pool.resolve("pool.properties"), "hpc-reuse.pool.socket=" + answering.socket() + "\n");
    PoolFiles.open(pool).createSecret();
    answering.listen();
    return answering;
  }

  private Path socket() {
    return socketDir.resolve("pool.sock");
  }

  /** Serves, at first or after {@link #leave}. */
  public void listen() throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket()));
    ServerSocketChannel listening = server;
    Thread thread = new Thread(() -> serve(listening), "answering-pool");
    thread.setDaemon(true);
    thread.start();
  }

  /** Serves no more; its socket is gone. */
  public void leave() throws IOException {
    server.close();
    Files.deleteIfExists(socket());
  }

  /** One question is answered by all of these. */
  public synchronized void answers(Message... answer) {
    answers.add(List.of(answer));
  }

  /** What has been asked so far, greetings left out. */
  public List<Message> questions() {
    return List.copyOf(questions);
  }

  private void serve(ServerSocketChannel listening) {
    while (true) {
      try (SocketChannel caller = listening.accept()) {
        converse(caller);
      } catch (ClosedChannelException closed) {
        return;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void converse(SocketChannel caller) throws IOException {
    FrameBuffer in = new FrameBuffer();
    while (hasMore(in, caller)) {
      Optional<Message> message = in.next();
      if (message.isPresent()) {
        for (Message answer : answer(message.get())) {
          send(caller, Frames.encode(answer));
        }
      }
    }
  }

  private static void send(SocketChannel caller, ByteBuffer answer) throws IOException {
    while (answer.hasRemaining()) {
      caller.write(answer);
    }
  }

  private static boolean hasMore(FrameBuffer in, SocketChannel caller) throws IOException {
    try {
      in.fill(caller);
      return true;
    } catch (EOFException callerIsDone) {
      return false;
    }
  }

  private synchronized List<Message> answer(Message question) {
    if (question instanceof Message.Hello) {
      return List.of(new Message.Welcome(1024));
    }
    questions.add(question);
    return answers.size() > 1 ? answers.remove() : answers.element();
  }

  @Override
  public void close() throws IOException {
    leave();
    Files.deleteIfExists(socketDir);
  }
}
