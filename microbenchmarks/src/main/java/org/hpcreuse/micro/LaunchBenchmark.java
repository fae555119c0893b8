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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.FrameBuffer;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.hpcreuse.protocol.wire.ProtocolException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The launch of a map task of MapReduce, before any of the slot's work: what each of the three
 * processes on its way does with the frames, and the launch and its answer over the Unix socket of
 * a pool, between two threads.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LaunchBenchmark {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final int VARIABLES = 30;
  private static final int HEAP_MB = 512;
  private static final long HOLD_MS = 10_000;
  private static final String DIRECTORY =
      "/scratch/user/yarn/usercache/user/appcache/application_1700000000000_0001/";
  private static final String CONTAINER = "container_1700000000000_0001_01_000002";

  private final JavaProgram program = program();
  private final Message.Launch launch = message();
  private final ByteBuffer frame = Frames.encode(launch);
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

  /** The executor: a program into a frame. */
  @Benchmark
  public ByteBuffer executorEncodesLaunch() {
    LaunchSpec spec = launch.spec();
    return Frames.encode(
        new Message.Launch(
            new LaunchSpec(spec.containerId(), spec.workDir(), spec.heapMb(), Encoded.of(program)),
            launch.holdMs()));
  }

  /** The pool manager: a frame to a frame for the slot; the program stays as it is. */
  @Benchmark
  public ByteBuffer managerForwardsLaunch() throws ProtocolException {
    return Frames.encode(new Message.Run(1, received().spec()));
  }

  /** The slot: a frame into a program. */
  @Benchmark
  public JavaProgram slotDecodesProgram() throws ProtocolException {
    return received().spec().program().decode();
  }

  private Message.Launch received() throws ProtocolException {
    Optional<Message> message = Frames.decode(frame.duplicate());
    return (Message.Launch) message.orElseThrow();
  }

  /** Makes the message that the executor sends, of the usual size: about 3 KiB. */
  static Message.Launch message() {
    return new Message.Launch(
        new LaunchSpec(CONTAINER, DIRECTORY + CONTAINER, HEAP_MB, Encoded.of(program())), HOLD_MS);
  }

  /** Makes what the slot decodes from it. */
  static JavaProgram program() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (int i = 0; i < VARIABLES; i++) {
      environment.put("HADOOP_VARIABLE_" + i, DIRECTORY + "value-" + i);
    }
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("java.net.preferIPv4Stack", "true");
    properties.put("java.io.tmpdir", DIRECTORY + CONTAINER + "/tmp");
    properties.put("log4j.configuration", "container-log4j.properties");
    properties.put("yarn.app.container.log.dir", DIRECTORY + "logs");
    return new JavaProgram(
        environment,
        properties,
        List.of(
            DIRECTORY + CONTAINER,
            FrameworkToken.of("0123456789abcdef0123456789abcdef"),
            DIRECTORY + CONTAINER + "/job.jar/job.jar"),
        "org.apache.hadoop.mapred.YarnChild",
        List.of("127.0.0.1", "40123", "attempt_1700000000000_0001_m_000000_0", "2"),
        DIRECTORY + "logs/stdout",
        DIRECTORY + "logs/stderr");
  }
}
