/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the kernel says of this process, {@code /proc/self/status}. The name of the process is among
 * it, which a container can make any bytes.
 */
public final class ProcessStatus {
  private static final Path FILE = Path.of("/proc/self/status");
  private static final File THREADS = new File("/proc/self/task");

  private ProcessStatus() {}

  /** The value of a field, blanks around it left out; 0 when this kernel does not have it. */
  static String field(String name) {
    return fields(name).get(name);
  }

  /** Numbers of the threads that the kernel knows, Java's and others. */
  public static Set<String> threads() throws IOException {
    String[] numbers = THREADS.list();
    if (numbers == null) {
      throw new IOException(THREADS + " cannot be read");
    }
    return new HashSet<>(Arrays.asList(numbers));
  }

  /** The file mode creation mask. */
  public static int umask() {
    return Integer.parseInt(field("Umask"), 8);
  }

  /** Resident memory, KiB. */
  public static long residentKb() {
    return Long.parseLong(field("VmRSS").replace(" kB", ""));
  }

  /** Values by name, of one reading; 0 for what this kernel does not have. */
  public static Map<String, String> fields(String... names) {
    Map<String, String> values = new TreeMap<>();
    for (String name : names) {
      values.put(name, "0");
    }
    try {
      values.putAll(read(FILE, names));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }

  /** The same of a file of this kind; without those that it does not have. */
  static Map<String, String> read(Path file, String... names) throws IOException {
    Set<String> wanted = new HashSet<>(Arrays.asList(names));
    Map<String, String> values = new TreeMap<>();
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      lines
          .map(line -> line.split(":", 2))
          .filter(field -> wanted.contains(field[0]))
          .forEach(field -> values.put(field[0], field[1].strip()));
    }
    return values;
  }
}
