/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user this process runs as, from the kernel; {@code user.name} may be overridden. */
public final class ProcessOwner {
  private ProcessOwner() {}

  /** The number of the user. Cheap: a name is looked up in the system's list of users. */
  public static int uid() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  public static String name() throws IOException {
    return Files.getOwner(Path.of("/proc/self")).getName();
  }
}
