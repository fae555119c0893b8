/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the JVM options of a container's command ask of a JVM that runs already.
 *
 * @param opens packages that are open to the container's classes, as {@code module/package}
 * @param exports packages that are exported to them, as {@code module/package}
 * @param outOfMemory what happens when the JVM runs out of memory
 * @param withoutEffect options that the container does without; its stderr names them
 */
public record JvmRequest(
    List<String> opens, List<String> exports, OutOfMemory outOfMemory, List<String> withoutEffect) {
  /** A command without JVM options. */
  public static final JvmRequest NONE =
      new JvmRequest(List.of(), List.of(), OutOfMemory.GO_ON, List.of());

  /** One for packages of the JDK and nothing else. */
  public static JvmRequest access(List<String> opens, List<String> exports) {
    return new JvmRequest(opens, exports, OutOfMemory.GO_ON, List.of());
  }

  /** What happens to a container when the JVM throws its first OutOfMemoryError. */
  public enum OutOfMemory {
    /** It gets the error and goes on. */
    GO_ON,
    /** It ends as by SIGTERM. */
    TERM,
    /** It ends as by SIGKILL. */
    KILL,
    /** It exits with status 3 at once, as HotSpot's {@code ExitOnOutOfMemoryError} does. */
    EXIT
  }

  /** Whether it asks for packages of the JDK. */
  public boolean asksForAccess() {
    return !opens.isEmpty() || !exports.isEmpty();
  }

  /** Whether another container with this request finds the same JVM. */
  public boolean hasAccessOf(JvmRequest other) {
    return opens.equals(other.opens) && exports.equals(other.exports);
  }

  Stream<String> texts() {
    return Stream.of(opens, exports, withoutEffect).flatMap(List::stream);
  }
}
