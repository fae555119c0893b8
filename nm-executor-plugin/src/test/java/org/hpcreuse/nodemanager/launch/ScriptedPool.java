/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;

/**
 * A pool manager that speaks the real protocol over a real socket and answers by a script; for
 * forked containers it always has room.
 */
public final class ScriptedPool implements Closeable {
  /** One caller's connection. */
  public static final class Caller {
    private final SocketChannel channel;

    private Caller(SocketChannel channel) {
      this.channel = channel;
    }

    /** Says them in one breath. */
    public void say(Message... messages) {
      List<ByteBuffer> frames = Stream.of(messages).map(Frames::encode).toList();
      ByteBuffer frame = ByteBuffer.allocate(frames.stream().mapToInt(ByteBuffer::remaining).sum());
      frames.forEach(frame::put);
      frame.flip();
      synchronized (channel) {
        try {
          while (frame.hasRemaining()) {
            channel.write(frame);
          }
        } catch (IOException e) {
          throw new IllegalStateException("cannot say " + List.of(messages), e);
        }
      }
    }

    public void hangUp() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException("cannot hang up", e);
      }
    }
  }

  private final Path dir;
  private final ServerSocketChannel server;
  private final BiConsumer<Caller, Message> script;
  private final AtomicInteger callers = new AtomicInteger();
  private final List<Caller> connected = new CopyOnWriteArrayList<>();
  private final List<Message> heard = new CopyOnWriteArrayList<>();

  public ScriptedPool(Path dir, BiConsumer<Caller, Message> script) throws IOException {
    this.dir = dir.resolve("pool");
    this.script = script;
    PoolFiles.createOwnerOnly(this.dir);
    Files.createDirectory(this.dir.resolve("logs"));
    Path socket = this.dir.resolve("s");
    Files.writeString(
        this.dir.resolve("pool.properties"),
        "hpc-reuse.pool.socket="
            + socket
            + "\nhpc-reuse.java-home="
            + System.getProperty("java.home")
            + "\n");
    PoolFiles.open(this.dir).createSecret();
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    start("scripted-pool-accept", this::accept);
  }

  public Path dir() {
    return dir;
  }

  /** Closes all connections, as a manager that dies does. */
  public void hangUpOnAll() {
    connected.forEach(Caller::hangUp);
  }

  /** How many have ever connected. */
  public int accepted() {
    return connected.size();
  }

  /** How many are connected now. */
  public int callers() {
    return callers.get();
  }

  /** Everything callers have said after their hello. */
  public List<Message> heard() {
    return heard;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel channel = server.accept();
        start("scripted-pool-caller", () -> serve(channel));
      }
    } catch (IOException closed) {
      heard.add(new Message.Shutdown(0));
    }
  }

  private void serve(SocketChannel channel) {
    Caller caller = new Caller(channel);
    FrameBuffer in = new FrameBuffer();
    connected.add(caller);
    callers.incrementAndGet();
    try (channel) {
      while (in.fill(channel) > 0) {
        for (var next = in.next(); next.isPresent(); next = in.next()) {
          if (next.get() instanceof Message.Hello) {
            caller.say(new Message.Welcome(1024));
          } else {
            heard.add(next.get());
            if (next.get() instanceof Message.Fork) {
              caller.say(new Message.Done());
            }
            script.accept(caller, next.get());
          }
        }
      }
    } catch (IOException gone) {
      // The caller has hung up, as it may.
      return;
    } finally {
      callers.decrementAndGet();
    }
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
