/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.network;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URLConnection;
import java.nio.file.Path;

/** Leaves other defaults of connections: caches, redirects, content types, factories. */
public final class SetsConnectionDefaults {
  private SetsConnectionDefaults() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    Path.of("x").toUri().toURL().openConnection().setDefaultUseCaches(false);
    URLConnection.setDefaultUseCaches("jar", false);
    URLConnection.setDefaultAllowUserInteraction(true);
    URLConnection.setFileNameMap(name -> "left/behind");
    URLConnection.setContentHandlerFactory(type -> null);
    HttpURLConnection.setFollowRedirects(false);
  }
}
