/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.network;

import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

/** Leaves a factory that refuses to open http connections. */
public final class SetsUrlFactory {
  private SetsUrlFactory() {}

  /** Leaves it. */
  public static void main(String[] args) {

    URL.setURLStreamHandlerFactory(protocol -> protocol.equals("http") ? new Refuse() : null);
  }

  private static final class Refuse extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      throw new IllegalStateException("left behind");
    }
  }
}
