/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Leaves standard streams of its own. */
public final class ReplacesStreams {
  private ReplacesStreams() {}

  /** Leaves it. */
  public static void main(String[] args) {

    System.setIn(new ByteArrayInputStream(new byte[1]));
    PrintStream own = new Own();
    System.setErr(own);
    System.setOut(own);
  }

  private static final class Own extends PrintStream {
    Own() {
      super(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    }
  }
}
