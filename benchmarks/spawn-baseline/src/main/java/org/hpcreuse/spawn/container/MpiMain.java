/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.container;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * The main class of a container's JVM: {@code MpiMain CLASS WORD…}. Starts MPI, then runs the main
 * class of the container in the same thread. An agent could do so without another main class, but
 * costs each JVM 0.09 s more.
 */
public final class MpiMain {
  private MpiMain() {}

  /** Ends as the main method of that class ends, also by an exception. */
  public static void main(String[] words) throws Throwable {
    MpiProcess.start();
    Method main =
        Class.forName(words[0], true, ClassLoader.getSystemClassLoader())
            .getMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(words, 1, words.length));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
