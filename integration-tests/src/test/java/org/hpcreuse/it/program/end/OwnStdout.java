/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.hpcreuse.it.program.Turnstile;

/** Has put a stream of its own in the place of System.out, and waits at the gate. */
public final class OwnStdout {
  private OwnStdout() {}

  /** Replaces it, arrives, waits. */
  public static void main(String[] args) {
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    Turnstile.pass(args[0]);
  }
}
