/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.end;

import org.hpcreuse.it.program.Turnstile;

/** A program with a shutdown hook: {@code Hooks HOW [GATE]}. */
public final class Hooks {
  private Hooks() {}

  /** Ends as its first argument says; the hook prints {@code hook ran}. */
  public static void main(String[] args) {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.out.println("hook ran"), "prints"));
    switch (args[0]) {
      case "exit" -> System.exit(0);
      case "halt" -> {
        System.out.println("before the end");
        Runtime.getRuntime().halt(0);
      }
      case "wait" -> Turnstile.pass(args[1]);
      default -> System.out.println("returns");
    }
  }
}
