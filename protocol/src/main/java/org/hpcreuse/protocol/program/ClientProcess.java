/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.List;

/**
 * The process of a user's command that has a slot run its program. The slot takes its place: it
 * works on the descriptors 0, 1 and 2 of this process.
 *
 * @param socket name of the abstract Unix socket on which the process waits for the slot, without
 *     the NUL character that it begins with. The process sends its descriptors to the first
 *     connection of its own user
 * @param umask its file mode mask
 * @param options the options of its JVM, word by word. The slot reads them, and declines a program
 *     that needs a JVM of its own
 */
public record ClientProcess(String socket, int umask, List<String> options) {
  /** Leaves the options out, which may hold secrets. */
  @Override
  public String toString() {
    return "ClientProcess[" + socket + "]";
  }
}
