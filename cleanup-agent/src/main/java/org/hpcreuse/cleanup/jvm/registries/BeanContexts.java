/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.beans.Introspector;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * What java.beans keeps for each thread group: bean information it has found, property editors and
 * search paths that were registered. The containers of a slot share one group.
 *
 * <p>Without it the next container edits properties with this one's editors.
 */
public final class BeanContexts {
  private BeanContexts() {}

  /** Forgets all that it knows for the calling thread's group. */
  public static void forgetOwn() throws Exception {
    Introspector.flushCaches();
    own().zero("beanInfoCache", "beanInfoFinder", "propertyEditorFinder", "isGuiAvailable");
  }

  /** What it keeps for the calling thread's group. */
  static ReflectiveAccess own() throws Exception {
    Class<?> owner = Class.forName("java.beans.ThreadGroupContext");
    return ReflectiveAccess.of(ReflectiveAccess.ofClass(owner).call("getContext"));
  }
}
