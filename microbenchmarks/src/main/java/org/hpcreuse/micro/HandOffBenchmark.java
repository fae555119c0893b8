/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One launch and its answer over the Unix socket of a pool, between two threads: what a hand-off
 * costs before any of the slot's work.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HandOffBenchmark {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Message.Launch launch = TaskLaunch.message();
  private Path directory;
  private Path socket;
  private ServerSocketChannel server;
  private MessageChannel executor;
  private Thread manager;

  /** Starts the side that answers, and connects. */
  @Setup
  public void connect() throws IOException, TimeoutException {
    directory = Files.createTempDirectory("hpc-reuse-micro");
    socket = directory.resolve("pool.sock");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    manager = new Thread(this::answer, "answers");
    manager.setDaemon(true);
    manager.start();
    executor = MessageChannel.connect(socket, LIMIT);
  }

  /** Ends both sides. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    executor.close();
    manager.join(LIMIT.toMillis());
    server.close();
    Files.delete(socket);
    Files.delete(directory);
  }

  /** There and back. */
  @Benchmark
  public Message launchAndAnswer() throws IOException, TimeoutException {
    executor.send(launch, LIMIT);
    return executor.receive(LIMIT);
  }

  private void answer() {
    FrameBuffer in = new FrameBuffer();
    try (SocketChannel channel = server.accept()) {
      while (true) {
        Optional<Message> message = in.next();
        if (message.isPresent()) {
          String container = ((Message.Launch) message.get()).spec().containerId();
          ByteBuffer answer = Frames.encode(new Message.Assigned(container, 1, 0, 1, 1));
          while (answer.hasRemaining()) {
            channel.write(answer);
          }
        } else {
          in.fill(channel);
        }
      }
    } catch (IOException closed) {
      return; // The other side has what it wanted.
    }
  }
}
