/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.hpcreuse.workload.foreign.Neighbour;

/** Reads and writes the standard streams. */
public final class Streams {
  private Streams() {}

  public static void main(String[] args) throws Exception {
    print("read", System.in.read());
    print("lines", new Scanner(System.in, StandardCharsets.UTF_8).hasNextLine());
    PrintStream out = System.out;
    if (Neighbour.spoils(args)) {
      System.setIn(new ByteArrayInputStream(new byte[] {5}));
      System.setErr(new PrintStream(OutputStream.nullOutputStream()));
      System.setOut(new PrintStream(OutputStream.nullOutputStream()));
      out.println("spoilt=" + System.in.read());
      out.close();
    }
    System.out.println("umlaut=\u00e4");
    System.out.printf("formatted=%s%n", "a");
    System.err.println("to the log");
    if (!Neighbour.spoils(args)) {
      FileChannel raw = new FileOutputStream(FileDescriptor.out).getChannel();
      raw.write(StandardCharsets.US_ASCII.encode("raw=text\n"));
    }
    print("error", System.out.checkError());
  }
}
