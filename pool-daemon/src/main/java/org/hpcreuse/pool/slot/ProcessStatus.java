/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the kernel says of this process, {@code /proc/self/status}. */
final class ProcessStatus {
  private static final Path FILE = Path.of("/proc/self/status");

  private ProcessStatus() {}

  /** The value of a field, blanks around it left out; 0 when this kernel does not have it. */
  static String field(String name) {
    try (Stream<String> lines = Files.lines(FILE)) {
      return lines
          .filter(line -> line.startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file mode creation mask. */
  static int umask() {
    return Integer.parseInt(field("Umask"), 8);
  }

  /** Resident memory, KiB. */
  static long residentKb() {
    return Long.parseLong(field("VmRSS").replace(" kB", ""));
  }

  /** Values of fields by name. */
  static Map<String, String> fields(String... names) {
    return Stream.of(names).collect(Collectors.toMap(Function.identity(), ProcessStatus::field));
  }
}
