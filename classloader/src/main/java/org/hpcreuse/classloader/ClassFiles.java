/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.util.Optional;

/** Finds class files. */
@FunctionalInterface
public interface ClassFiles {
  /**
   * The class file of a class.
   *
   * @param binaryName with dots
   * @return empty when it is not there
   */
  Optional<byte[]> find(String binaryName) throws IOException;
}
