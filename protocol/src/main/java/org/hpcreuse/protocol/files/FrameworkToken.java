/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

/**
 * The one entry of a launch's class path that stands for all entries of the pool's option {@code
 * hpc-reuse.framework.classpath}, in order. All other entries are absolute paths.
 */
public final class FrameworkToken {
  private static final String PREFIX = "framework:";

  private FrameworkToken() {}

  /**
   * Makes the entry.
   *
   * @param fingerprint {@link FrameworkFingerprint} of the framework's files
   */
  public static String of(String fingerprint) {
    return PREFIX + fingerprint;
  }

  /** Makes the entry of a client, which takes whatever framework the slot has. */
  public static String ofAny() {
    return PREFIX;
  }

  /** Whether an entry is such a token, of whatever framework. */
  public static boolean isToken(String entry) {
    return entry.startsWith(PREFIX);
  }
}
