/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;

/** Tells whether private members of the JDK are open to it, and to a loader of its own. */
public final class ReachesIntoTheJdk {
  private ReachesIntoTheJdk() {}

  /** Prints a line for each. */
  public static void main(String[] args) throws Exception {
    report("own");
    URL jar = ReachesIntoTheJdk.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader other =
        new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
      other
          .loadClass(ReachesIntoTheJdk.class.getName())
          .getMethod("report", String.class)
          .invoke(null, "other");
    }
  }

  /** Prints which packages are open to this class. */
  public static void report(String whose) {
    System.out.println(
        whose
            + " java.util "
            + isOpen(ArrayList.class, "elementData")
            + " java.nio "
            + isOpen(ByteBuffer.class, "hb"));
  }

  private static boolean isOpen(Class<?> type, String field) {
    try {
      type.getDeclaredField(field).setAccessible(true);
      return true;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } catch (RuntimeException e) {
      return false; // InaccessibleObjectException
    }
  }
}
