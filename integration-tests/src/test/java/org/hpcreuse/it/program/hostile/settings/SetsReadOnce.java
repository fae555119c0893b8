/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import java.nio.channels.spi.SelectorProvider;
import java.security.Security;
import java.util.Arrays;
import javax.net.ssl.SSLContext;

/**
 * Leaves the JDK with what it has read once under settings of its own, and with what has failed.
 */
public final class SetsReadOnce {
  private SetsReadOnce() {}

  /** Leaves it. */
  public static void main(String[] args) throws Exception {
    Security.setProperty("jdk.tls.disabledAlgorithms", "");
    System.setProperty("java.util.Arrays.useLegacyMergeSort", "true");
    System.setProperty("java.nio.channels.spi.SelectorProvider", "no.such.Provider");
    SSLContext.getDefault().getDefaultSSLParameters();
    Arrays.sort(new Integer[] {2, 1});
    try {
      SelectorProvider.provider();
    } catch (LinkageError | java.util.ServiceConfigurationError e) {
      System.err.println("as it should be: " + e);
    }
  }
}
