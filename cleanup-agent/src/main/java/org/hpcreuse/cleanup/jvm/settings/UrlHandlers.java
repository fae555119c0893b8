/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import java.net.URL;
import java.net.URLStreamHandlerFactory;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The factory of URL protocols, which a JVM lets be set once, and the handlers made by it.
 *
 * <p>Without it hdfs: URLs of the next container are opened with this one's configuration (Hadoop's
 * FsUrlStreamHandlerFactory), and a container that sets a factory of its own fails.
 */
public final class UrlHandlers implements Restorable<Optional<URLStreamHandlerFactory>> {

  @Override
  public Optional<URLStreamHandlerFactory> capture(LoadedClasses framework) {
    try {
      return Optional.ofNullable(STATICS.get("factory", URLStreamHandlerFactory.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.net.URL has changed", e);
    }
  }

  @Override
  public void restore(Optional<URLStreamHandlerFactory> before, Release release) throws Exception {
    if (STATICS.get("factory") != before.orElse(null)) {
      STATICS.set("factory", before.orElse(null));
      STATICS.clear("handlers");
    }
  }

  private static final ReflectiveAccess STATICS = ReflectiveAccess.ofClass(URL.class);
}
