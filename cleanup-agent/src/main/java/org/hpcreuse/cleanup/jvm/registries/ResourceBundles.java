/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.Map;
import java.util.ResourceBundle;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the resource bundles that were found by a loader which finds the container's files, its
 * own or the framework's, and those that its classes have asked for: a class may find a bundle in
 * its own way ({@link ResourceBundle.Control}) in the name of any loader.
 *
 * <p>Without it the cache holds them (softly) and with them the loader, until memory runs short;
 * and the next container gets a bundle of this one from a class of the framework.
 *
 * <p>Source: ResourceBundle.CacheKey of OpenJDK 17 to 25.
 */
public final class ResourceBundles implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Map<?, ?> cache = ReflectiveAccess.ofClass(ResourceBundle.class).get("cacheList", Map.class);
    for (Object key : cache.keySet().toArray()) {
      ReflectiveAccess members = ReflectiveAccess.of(key);
      if (findsFilesOfContainer(members.call("getModule"))
          || findsFilesOfContainer(members.call("getCallerModule"))) {
        cache.keySet().remove(key);
      }
    }
  }

  /** All loaders do, but those of the JDK. A key drops its modules when their loaders are gone. */
  private static boolean findsFilesOfContainer(Object module) {
    ClassLoader loader = module == null ? null : ((Module) module).getClassLoader();
    return loader != null && loader != ClassLoader.getPlatformClassLoader();
  }
}
