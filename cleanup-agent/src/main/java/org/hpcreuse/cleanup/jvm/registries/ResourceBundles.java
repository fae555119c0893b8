/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.Map;
import java.util.ResourceBundle;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the resource bundles that the container's loaders have found, and those that its classes
 * have asked for: a class may find a bundle in its own way ({@link ResourceBundle.Control}) in the
 * name of any loader.
 *
 * <p>Without it the cache holds them (softly) and with them the loader, until memory runs short.
 *
 * <p>Source: ResourceBundle.CacheKey of OpenJDK 17 to 25.
 */
public final class ResourceBundles implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Map<?, ?> cache = ReflectiveAccess.ofClass(ResourceBundle.class).get("cacheList", Map.class);
    for (Object key : cache.keySet().toArray()) {
      ReflectiveAccess members = ReflectiveAccess.of(key);
      if (belongsToContainer(members.call("getModule"), release)
          || belongsToContainer(members.call("getCallerModule"), release)) {
        cache.keySet().remove(key);
      }
    }
  }

  /** A key drops its modules when their loaders are gone. */
  private static boolean belongsToContainer(Object module, Release release) {
    return module != null && release.belongsToContainer(((Module) module).getClassLoader());
  }
}
