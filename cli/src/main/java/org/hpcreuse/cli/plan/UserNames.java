/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * The user this process runs as, from the kernel.
 *
 * @param name login name
 * @param group name of the primary group
 */
public record UserNames(String name, String group) {
  public static UserNames current() throws IOException {
    PosixFileAttributes self =
        Files.readAttributes(
            Path.of("/proc/self"), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new UserNames(self.owner().getName(), self.group().getName());
  }
}
