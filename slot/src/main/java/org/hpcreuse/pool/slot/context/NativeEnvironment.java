/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * The environment as the C library has it, which native code can change behind Java's back. Used by
 * the slot's runner thread only, while no container runs.
 *
 * <p>glibc's setenv(3) keeps each distinct value for ever, some 2 kB for each container. So this
 * makes {@code environ} in memory of its own, by turns in two tables. Native code may hold what
 * getenv(3) has given it for as long as it likes, and a thread of the slot may read the environment
 * at any time. So the memory is never freed, an array holds nothing but pointers to strings, and
 * each string has an end, whatever is written over it. The two tables grow to twice the largest
 * environment at most, and what they have outgrown is as much again.
 *
 * <p>setenv(3) and putenv(3) change a pointer in such an array, or go over to a copy of it which is
 * glibc's own and used again; unsetenv(3) and clearenv(3) free nothing that is not glibc's.
 */
final class NativeEnvironment {
  private static final Pointer ENVIRON =
      NativeLibrary.getInstance("c").getGlobalVariableAddress("environ");

  /** What the process has started with, to the byte: it may be in another encoding than Java's. */
  private final Map<String, Line> first = lines();

  private Table spare = new Table();
  private Table used = new Table();

  @SuppressWarnings("ArrayRecordComponent") // made here, never compared
  private record Line(String value, byte[] bytes) {}

  /** An array of pointers to strings, with a null behind the last, and memory for the strings. */
  private static final class Table {
    private final Room array = new Room();
    private final Room strings = new Room();
  }

  /** Memory that is never freed; its last bytes are never written and stay zero. */
  private static final class Room {
    private static final long FIRST = 4096;

    private Pointer at;
    private long size;

    Pointer of(long wanted) {
      if (at == null || wanted > size) {
        long larger = Math.max(Math.max(FIRST, wanted), 2 * size);
        long all = larger + Long.BYTES;
        long made = Native.malloc(all);
        if (made == 0) {
          throw new IllegalStateException("no memory for an environment of " + all + " bytes");
        }
        at = new Pointer(made);
        at.clear(all);
        size = larger;
      }
      return at;
    }
  }

  /** Names and values; a line without {@code =} is passed over. */
  static Map<String, String> current() {
    Map<String, String> variables = new HashMap<>();
    lines().forEach((name, line) -> variables.put(name, line.value()));
    return variables;
  }

  private static Map<String, Line> lines() {
    Map<String, Line> found = new HashMap<>();
    Pointer array = ENVIRON.getPointer(0);
    Pointer at = array == null ? null : array.getPointer(0);
    for (int i = 1; at != null; i++) {
      String line = at.getString(0);
      int equals = line.indexOf('=');
      if (equals > 0) {
        found.putIfAbsent(
            line.substring(0, equals), new Line(line.substring(equals + 1), bytes(at)));
      }
      at = array.getPointer((long) i * Long.BYTES);
    }
    return found;
  }

  /** With the zero at its end. */
  private static byte[] bytes(Pointer string) {
    return string.getByteArray(0, (int) string.indexOf(0, (byte) 0) + 1);
  }

  /**
   * Makes the environment exactly this.
   *
   * @throws IllegalArgumentException when no process can have it
   */
  void replace(Map<String, String> wanted) {
    ByteArrayOutputStream strings = new ByteArrayOutputStream();
    long[] array = new long[wanted.size() + 1];
    int count = 0;
    for (Map.Entry<String, String> entry : wanted.entrySet()) {
      array[count++] = strings.size();
      strings.writeBytes(line(entry.getKey(), entry.getValue()));
    }
    Pointer to = spare.strings.of(strings.size());
    to.write(0, strings.toByteArray(), 0, strings.size());
    for (int i = 0; i < count; i++) {
      array[i] += Pointer.nativeValue(to);
    }
    Pointer begin = spare.array.of((long) array.length * Long.BYTES);
    begin.write(0, array, 0, array.length);
    ENVIRON.setPointer(0, begin);
    Table next = used;
    used = spare;
    spare = next;
    // A name that is not of ASCII may have other bytes than Java's.
    Optional<String> any =
        wanted.keySet().stream()
            .filter(StandardCharsets.US_ASCII.newEncoder()::canEncode)
            .findFirst();
    if (any.isPresent()) {
      requireUse(any.get(), to, strings.size());
    }
  }

  private byte[] line(String name, String value) {
    if (name.isEmpty() || name.indexOf('=') >= 0) {
      throw new IllegalArgumentException("no process has a variable called «" + name + "»");
    }
    Line known = first.get(name);
    return known != null && known.value().equals(value)
        ? known.bytes()
        : Native.toByteArray(name + "=" + value);
  }

  /** Another symbol of that name than the C library's own would change nothing. */
  private static void requireUse(String name, Pointer strings, int size) {
    long at = Pointer.nativeValue(LibC.getenv(name)) - Pointer.nativeValue(strings);
    if (at < 0 || at >= size) {
      throw new IllegalStateException(
          "the C library reads another environment than the one that was made for it");
    }
  }
}
