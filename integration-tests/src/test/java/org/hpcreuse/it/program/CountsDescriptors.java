/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.nio.file.Path;
import java.util.Optional;

/** Prints how many descriptors its process has. */
public final class CountsDescriptors {
  private CountsDescriptors() {}

  public static void main(String[] args) {
    String[] open = Optional.ofNullable(Path.of("/proc/self/fd").toFile().list()).orElseThrow();
    System.out.println("open=" + open.length);
  }
}
