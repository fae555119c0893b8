/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Forgets the method handles that the JDK has linked for references to the container's public
 * methods. It keeps those of public classes whose loader is the system class loader or one above it
 * ({@code MethodHandles.Lookup.canBeCached}), and a container's own loader is the system class
 * loader to its threads.
 *
 * <p>Without it the loader of each container with such a reference lives as long as the slot.
 */
public final class LinkedMethodHandles implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Map<?, ?> linked =
        ReflectiveAccess.ofClass(MethodHandles.Lookup.class).get("LOOKASIDE_TABLE", Map.class);
    for (Object member : List.copyOf(linked.keySet())) {
      if (release.belongsToContainer(ReflectiveAccess.of(member).get("clazz"))) {
        linked.remove(member);
      }
    }
  }
}
