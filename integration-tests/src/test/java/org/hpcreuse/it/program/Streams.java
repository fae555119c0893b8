/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Uses its standard streams: {@code Streams HOW}. */
public final class Streams {
  private Streams() {}

  /** Writes as its first argument says. */
  public static void main(String[] args) throws IOException, InterruptedException {
    switch (args[0]) {
      case "print" -> {
        System.out.print("out");
        System.err.print("err");
      }
      case "close" -> {
        System.out.print("before");
        System.out.close();
        System.err.close();
      }
      case "close-descriptor" -> {
        System.out.print("before");
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
          out.flush();
        }
      }
      case "replace" -> System.setOut(new PrintStream(new FileOutputStream("mine"), true, UTF_8));
      case "child" ->
          new ProcessBuilder("sh", "-c", "printf 'child out'; printf 'child err' >&2")
              .inheritIO()
              .start()
              .waitFor();
      case "tool" -> new ProcessBuilder("tool").inheritIO().start().waitFor();
      case "read" -> System.out.print(System.in.read());
      case "descriptor" -> {
        try (FileOutputStream out = new FileOutputStream("/proc/self/fd/1", true)) {
          out.write("by descriptor".getBytes(StandardCharsets.UTF_8));
        }
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;
}
