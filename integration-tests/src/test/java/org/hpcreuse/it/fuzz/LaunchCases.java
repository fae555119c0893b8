/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.end.Exits;
import org.hpcreuse.protocol.program.ClientProcess;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.program.JvmRequest;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.hpcreuse.protocol.wire.ProtocolException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Launches of an executor that is let in, right except for one field: each ends in bounded time as
 * a refusal, a decline or an exit status, and costs the slot nothing.
 */
abstract class LaunchCases {
  private static final int MANY = 100_000;
  private static final long HOLD_MS = 10_000;

  /** A pool of one slot of 256 MiB. */
  abstract PoolExtension pool();

  /** Evil values by the field's name; every field of a launch has some. */
  private static Stream<Arguments> evil() {
    return Stream.of(
            evil("containerId", "", "..", "a/b", "a\nb", "\0", "x".repeat(MANY)),
            evil("workDir", "", "relative", "/nonexistent", "/dev/null", "\0", "/x".repeat(3_000)),
            evil(
                "environment",
                Map.of(),
                Map.of("", "x"),
                Map.of("A=B", "x"),
                Map.of("NUL", "a\0b", "\0", ""),
                Map.of("LARGE", "x".repeat(3_000_000)),
                Map.of("LD_PRELOAD", "/nonexistent.so", "PATH", "")),
            evil(
                "systemProperties",
                Map.of("", "x"),
                Map.of("java.io.tmpdir", "\0"),
                Map.of("java.home", "/nonexistent"),
                Map.of("file.encoding", "none", "user.timezone", "none", "line.separator", "")),
            evil(
                "classPath",
                List.of(),
                List.of(""),
                List.of("\0"),
                List.of("relative.jar"),
                List.of("/etc/passwd", "/dev/full", "/proc/self/mem"),
                Collections.nCopies(20_000, "/nonexistent.jar")),
            evil(
                "mainClass",
                "",
                ".",
                "[I",
                "int",
                "a/b",
                "\0",
                "java.lang.Object",
                "java.lang.Runtime",
                "org.hpcreuse.pool.slot.SlotMain",
                "x".repeat(MANY)),
            evil(
                "arguments",
                List.of(),
                List.of("\0", ""),
                IntStream.range(0, MANY).mapToObj(Integer::toString).toList(),
                List.of("x".repeat(3_000_000))),
            evil("stdout", "/", "/nonexistent/out", "relative/out", "\0", "/dev/full"),
            evil("stderr", "/", "/nonexistent/err", "relative/err", "\0", "/dev/full"),
            evil(
                "jvm",
                opens(List.of("")),
                opens(List.of("java.base", "/", "java.base/", "/java.util")),
                opens(List.of("\0/\0")),
                opens(Collections.nCopies(20_000, "java.base/java.util")),
                new JvmRequest(
                    List.of(), List.of(), OutOfMemory.KILL, List.of("x".repeat(3_000_000)))),
            evil(
                "client",
                client("", 0),
                client("nobody-listens-here", 0),
                client("a\0b", -1),
                client("x".repeat(MANY), Integer.MAX_VALUE),
                client("", 0, "-Da=\0"),
                client("", 0, "-D", "-D=", "--add-opens", "="),
                client("", 0, "-Xmx", "no option", "-cp"),
                client("", 0, "-D" + "x".repeat(3_000_000))),
            evil("heapMb", Integer.MIN_VALUE, -1, 0, 257, Integer.MAX_VALUE),
            evil("needsMpi", true),
            evil("program", Encoded.of(new Message.Text("no program"))))
        .flatMap(s -> s);
  }

  private static JvmRequest opens(List<String> packages) {
    return new JvmRequest(packages, packages, OutOfMemory.GO_ON, packages);
  }

  private static Optional<ClientProcess> client(String socket, int umask, String... options) {
    return Optional.of(new ClientProcess(socket, umask, List.of(options)));
  }

  private static Stream<Arguments> evil(String field, Object... values) {
    return IntStream.range(0, values.length).mapToObj(i -> Arguments.of(field, i, values[i]));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("evil")
  void shouldEndALaunchThatIsRightButForOneField(String field, int number, Object value)
      throws Exception {
    JsonNode slot = pool().slot(0);
    LaunchSpec right = right().spec();

    String end = launch(with(right, field, value));

    System.out.printf("%s %d: %s%n", field, number, end);
    assertThat(end).doesNotContain("pool-busy");
    pool().awaitAllFree();
    assertThat(pool().slot(0).get("pid")).as("the slot").isEqualTo(slot.get("pid"));
    assertThat(pool().run(pool().container(Exits.class).arguments("return", "0")).status())
        .isZero();
  }

  /** A slot declines a client of another locale before it looks further. */
  private Container right() throws IOException {
    Container right = pool().container(Exits.class).arguments("return", "0");
    List.of("LANG", "LC_ALL", "LC_CTYPE", "TZ").stream()
        .filter(System.getenv()::containsKey)
        .forEach(name -> right.environment(name, System.getenv(name)));
    return right;
  }

  @ParameterizedTest
  @MethodSource("fields")
  void shouldHaveEvilValuesForEveryField(String field) {
    assertThat(evil().map(arguments -> arguments.get()[0])).contains(field);
  }

  private static Stream<String> fields() {
    return Stream.of(LaunchSpec.class, JavaProgram.class)
        .flatMap(type -> Arrays.stream(type.getRecordComponents()))
        .map(RecordComponent::getName);
  }

  /** What has become of a launch, in a word. */
  private String launch(LaunchSpec spec) throws IOException, TimeoutException {
    try (MessageChannel channel =
        MessageChannel.connect(pool().files(), Message.Role.EXECUTOR, Waits.SOON)) {
      channel.send(new Message.Launch(spec, HOLD_MS), Waits.SOON);
      Message answer = channel.receive(Waits.SOON);
      if (answer instanceof Message.Assigned) {
        answer = channel.receive(Waits.SOON);
      }
      if (answer instanceof Message.Exited exited) {
        assertThat(exited.status()).isBetween(0, 255);
        channel.send(new Message.Collected(spec.containerId(), exited.lease()), Waits.SOON);
        return "exit status " + exited.status() + " " + first(exited.diagnostics());
      } else if (answer instanceof Message.Declined declined) {
        return "declined, " + declined.reason().key() + ": " + first(declined.detail());
      }
      assertThat(answer).isInstanceOf(Message.Refused.class);
      return "refused: " + first(((Message.Refused) answer).reason());
    }
  }

  private static String first(String text) {
    String line = text.lines().findFirst().orElse("").replace('\0', '?');
    return line.length() > 150 ? line.substring(0, 150) + " ..." : line;
  }

  private static LaunchSpec with(LaunchSpec spec, String field, Object value)
      throws ProtocolException {
    JavaProgram program = changed(JavaProgram.class, spec.program().decode(), field, value);
    LaunchSpec launch =
        new LaunchSpec(spec.containerId(), spec.workDir(), spec.heapMb(), Encoded.of(program));
    return changed(LaunchSpec.class, launch, field, value);
  }

  /** The same record when it has no such field. */
  private static <T extends Record> T changed(Class<T> type, T of, String field, Object value) {
    Object[] values =
        Arrays.stream(type.getRecordComponents())
            .map(c -> c.getName().equals(field) ? value : RandomMessages.valueOf(c, of))
            .toArray();
    return type.cast(RandomMessages.newRecord(type, values));
  }
}
