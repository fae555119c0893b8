/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.left;

import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

/** Handles the protocol by refusing it. */
public final class Handler extends URLStreamHandler {
  /** Made by the JDK. */
  public Handler() {}

  @Override
  protected URLConnection openConnection(URL url) throws IOException {
    throw new IOException("left behind");
  }
}
