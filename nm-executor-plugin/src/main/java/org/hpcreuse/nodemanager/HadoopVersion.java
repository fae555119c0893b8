/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.IOException;
import java.util.regex.Pattern;

/** The Hadoop versions whose launch scripts and call order this executor knows. */
final class HadoopVersion {
  private static final Pattern SUPPORTED = Pattern.compile("3\\.[45]\\.\\d+.*");

  private HadoopVersion() {}

  /**
   * Refuses other versions.
   *
   * @throws IOException naming the version
   */
  static void requireSupported(String version) throws IOException {
    if (!SUPPORTED.matcher(version).matches()) {
      throw new IOException(
          "HpcReuseContainerExecutor supports Hadoop 3.5 (3.4 is smoke-tested); this is "
              + version);
    }
  }
}
