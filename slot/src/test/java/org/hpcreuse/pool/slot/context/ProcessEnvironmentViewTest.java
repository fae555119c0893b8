/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes the environment of this JVM; each test leaves it as it was. */
class ProcessEnvironmentViewTest {
  private static final int CONTAINERS = 3000;
  private static final int ROUNDS = 5;

  /** Far below what {@link #CONTAINERS} of these environments take. */
  private static final long BOUND = 4L << 20;

  private ProcessEnvironmentView view;
  private Map<String, String> before;

  @BeforeEach
  void view() throws ReflectiveOperationException {
    view = new ProcessEnvironmentView();
    before = view.current();
  }

  @AfterEach
  void restore() throws ReflectiveOperationException {
    view.replace(before);
    assertThat(view.current()).isEqualTo(before);
    assertThat(System.getenv()).isEqualTo(before);
  }

  /** What glibc says of its heap: mallinfo2(3). */
  @Structure.FieldOrder({
    "arena",
    "ordblks",
    "smblks",
    "hblks",
    "hblkhd",
    "usmblks",
    "fsmblks",
    "uordblks",
    "fordblks",
    "keepcost"
  })
  public static final class HeapFigures extends Structure implements Structure.ByValue {
    public long arena;
    public long ordblks;
    public long smblks;
    public long hblks;
    public long hblkhd;
    public long usmblks;
    public long fsmblks;
    public long uordblks;
    public long fordblks;
    public long keepcost;

    static long used() {
      HeapFigures now =
          (HeapFigures)
              Function.getFunction("c", "mallinfo2").invoke(HeapFigures.class, new Object[0]);
      return now.uordblks + now.hblkhd;
    }
  }

  /** The JVM allocates in some rounds as well, for compilations for example; a leak is in each. */
  @Test
  void shouldTakeNoMemoryForEachContainer() throws Exception {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long used = HeapFigures.used();
      containers(round * CONTAINERS, (round + 1) * CONTAINERS);
      least = Math.min(least, HeapFigures.used() - used);
    }

    assertThat(least).isLessThan(BOUND);
  }

  /** Each goes back to the slot's own, as a release does. */
  private void containers(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      view.replace(environment(i));
      view.replace(before);
    }
  }

  /** Some forty variables with 4 kB, most of them of this container alone. */
  private static Map<String, String> environment(int container) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      variables.put("VARIABLE_" + i, "/work/container_" + container + "/" + "x".repeat(80));
    }
    return variables;
  }

  @Test
  void shouldBeTheEnvironmentOfNativeCodeJavaAndChildren() throws Exception {
    Map<String, String> wanted = Map.of("ONE", "1", "TWO", "grün=2", "EMPTY", "");

    view.replace(wanted);

    assertThat(view.current()).isEqualTo(wanted);
    assertThat(System.getenv()).isEqualTo(wanted);
    wanted.forEach((name, value) -> assertThat(getenv(name)).isEqualTo(value));
    assertThat(getenv("PATH")).isNull();
    assertThat(child()).containsExactlyInAnyOrder("ONE=1", "TWO=grün=2", "EMPTY=");
  }

  /** As it inherits it: {@code env} adds nothing of its own. */
  private static List<String> child() throws Exception {
    Process child = new ProcessBuilder("/usr/bin/env").start();
    List<String> lines = new String(child.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(child.waitFor()).isZero();
    return lines;
  }

  @Test
  void shouldGiveTheNextContainerNothingOfTheOneBefore() throws Exception {
    for (int i = 0; i < 15; i++) {
      Map<String, String> wanted = Map.of("ID", "x".repeat(1 << i), "ONLY_" + i, "1");
      view.replace(wanted);
      assertThat(view.current()).isEqualTo(wanted);
    }
    view.replace(Map.of());
    assertThat(view.current()).isEmpty();
  }

  @Test
  void shouldLetNativeCodeChangeIt() throws Exception {
    view.replace(Map.of("CHANGED", "before", "REMOVED", "before", "KEPT", "kept"));

    setenv("CHANGED", "after");
    setenv("ADDED", "added");
    setenv("ADDED_TOO", "added");
    unsetenv("REMOVED");
    unsetenv("ADDED_TOO");

    Map<String, String> after = Map.of("CHANGED", "after", "ADDED", "added", "KEPT", "kept");
    assertThat(view.current()).isEqualTo(after);
    after.forEach((name, value) -> assertThat(getenv(name)).isEqualTo(value));
    assertThat(getenv("REMOVED")).isNull();
    assertThat(getenv("ADDED_TOO")).isNull();

    Map<String, String> next = Map.of("KEPT", "other");
    view.replace(next);
    assertThat(view.current()).isEqualTo(next);
    assertThat(getenv("CHANGED")).isNull();

    setenv("ADDED", "again");
    assertThat(view.current()).isEqualTo(Map.of("KEPT", "other", "ADDED", "again"));
  }

  /** putenv(3) takes the string itself, which stays the program's. */
  @Test
  void shouldLetGoOfAStringOfNativeCode() throws Exception {
    view.replace(Map.of("OWN", "before", "OTHER", "other"));
    List<Memory> strings = new ArrayList<>();
    for (String line : List.of("OWN=put", "NEW=put")) {
      Memory string = new Memory(100);
      string.setString(0, line);
      strings.add(string);
      assertThat(Function.getFunction("c", "putenv").invokeInt(new Object[] {string})).isZero();
    }
    strings.get(0).setString(0, "OWN=changed");
    Map<String, String> put = Map.of("OWN", "changed", "NEW", "put", "OTHER", "other");
    assertThat(view.current()).isEqualTo(put);

    view.replace(put);
    strings.forEach(Memory::clear);

    assertThat(view.current()).isEqualTo(put);
  }

  /** As strtok(3) does with what getenv(3) has given. */
  @Test
  void shouldRestoreAStringThatNativeCodeHasWrittenInto() throws Exception {
    for (int i = 0; i < 3; i++) {
      view.replace(before);
      getenvPointer("PATH").setByte(1, (byte) 0);
    }

    view.replace(before);

    assertThat(getenv("PATH")).isEqualTo(before.get("PATH"));
  }

  private static Pointer getenvPointer(String name) {
    return Function.getFunction("c", "getenv").invokePointer(new Object[] {name});
  }

  /** Native code may keep what getenv(3) has given it. */
  @Test
  void shouldLeaveAStringReadableThatNativeCodeKeeps() throws Exception {
    view.replace(environment(0));
    Pointer kept = getenvPointer("VARIABLE_0");
    for (int i = 1; i < 100; i++) {
      Map<String, String> wanted = new HashMap<>(environment(i));
      wanted.put("GROWS", "x".repeat(i * 1000));
      view.replace(wanted);
    }

    assertThat(kept.getString(0).length()).isLessThan(200_000);
  }

  @Test
  void shouldFollowWhenNativeCodeClearsIt() throws Exception {
    view.replace(Map.of("ONE", "1"));

    Function.getFunction("c", "clearenv").invokeInt(new Object[0]);
    assertThat(view.current()).isEmpty();
    assertThat(getenv("ONE")).isNull();
    setenv("TWO", "2");
    assertThat(view.current()).isEqualTo(Map.of("TWO", "2"));

    view.replace(Map.of("THREE", "3"));
    assertThat(view.current()).isEqualTo(Map.of("THREE", "3"));
    assertThat(getenv("TWO")).isNull();
  }

  private static String getenv(String name) {
    return Function.getFunction("c", "getenv").invokeString(new Object[] {name}, false);
  }

  private static void setenv(String name, String value) {
    assertThat(Function.getFunction("c", "setenv").invokeInt(new Object[] {name, value, 1}))
        .isZero();
  }

  private static void unsetenv(String name) {
    assertThat(Function.getFunction("c", "unsetenv").invokeInt(new Object[] {name})).isZero();
  }
}
