/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.Frames;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ProtocolException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The frame codec: what each of the three processes on a launch's way does with its message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FrameBenchmark {
  private final JavaProgram program = TaskLaunch.program();
  private final Message.Launch launch = TaskLaunch.message();
  private final ByteBuffer frame = Frames.encode(launch);

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
}
