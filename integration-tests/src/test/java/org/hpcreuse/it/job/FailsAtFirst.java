/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * {@code FailsAtFirst STATUS TIMES}: exits with that status so often in this directory, then ends
 * well. Prints which time it is, and how often this class has been initialised in this JVM.
 */
public final class FailsAtFirst {
  private static int uses;

  private FailsAtFirst() {}

  /** Counts, and fails. */
  public static void main(String[] words) throws IOException {
    uses++;
    Path file = Path.of("times");
    Files.write(file, List.of("once"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    int times = Files.readAllLines(file).size();
    System.out.println("time " + times + ", class used " + uses + " times");
    if (times <= Integer.parseInt(words[1])) {
      System.exit(Integer.parseInt(words[0]));
    }
  }
}
