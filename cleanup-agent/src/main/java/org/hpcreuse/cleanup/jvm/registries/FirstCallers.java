/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.List;

/**
 * Classes of the JDK that keep the system class loader of the first thread that uses them. To a
 * container that loader is its own, so that the first container would never be collected.
 */
public final class FirstCallers {
  /** Its loader has it as parent; used by java.beans and JMX. */
  private static final List<String> CLASSES = List.of("sun.reflect.misc.MethodUtil");

  private FirstCallers() {}

  /** Initialises them; to be called before the first container. */
  public static void begin() {
    for (String name : CLASSES) {
      try {
        Class.forName(name, true, null);
      } catch (ClassNotFoundException e) {
        // This JDK has none, and so nothing that it would keep.
      }
    }
  }
}
