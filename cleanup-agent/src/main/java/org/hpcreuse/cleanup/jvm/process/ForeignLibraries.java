/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Rejects a slot in which a native library is left that classes of the container have loaded by
 * {@code SymbolLookup.libraryLookup}, from JDK 22 on. Arenas unload theirs when they are closed. To
 * unload the others is not safe: what is cleaned up when their users are collected may call them.
 *
 * <p>Without it the next container that loads the same file finds the variables of this one in it.
 * What classes of the framework have loaded stays: they go on using it.
 *
 * <p>Source: jdk.internal.loader.RawNativeLibraries of OpenJDK 25.
 */
public final class ForeignLibraries implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    List<Object> left = new ArrayList<>();
    for (SlotHooks.ForeignLoad load : SlotHooks.takeForeignLoads()) {
      if (release.belongsToContainer(load.caller())) {
        for (Object library :
            ReflectiveAccess.of(load.libraries()).get("libraries", Set.class).toArray()) {
          left.add(ReflectiveAccess.of(library).call("name"));
        }
      }
    }
    if (!left.isEmpty()) {
      throw new IllegalStateException("native libraries of the container are loaded: " + left);
    }
  }
}
