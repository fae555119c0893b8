/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hpcreuse.classloader.FrameworkLoader;

/**
 * Initialises framework classes before the first container, in a neutral context: context loader =
 * framework loader, the slot's environment. What a class's initialiser captures for good is then
 * the framework's and not the first container's.
 */
final class FrameworkPreload {
  private static final String LIST = "/org/hpcreuse/pool/slot/framework-classes.txt";

  private final FrameworkLoader framework;
  private final SlotLog log;

  FrameworkPreload(FrameworkLoader framework, SlotLog log) {
    this.framework = framework;
    this.log = log;
  }

  /** Loads the list; classes the framework does not have are passed over. */
  void run() throws IOException {
    long start = System.nanoTime();
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    thread.setContextClassLoader(framework);
    int initialised = 0;
    try {
      for (String name : names()) {
        initialised += initialise(name) ? 1 : 0;
      }
    } finally {
      thread.setContextClassLoader(context);
    }
    log.info(
        String.format(
            "%d framework classes initialised in %d ms",
            initialised, (System.nanoTime() - start) / 1_000_000));
  }

  private boolean initialise(String name) {
    try {
      Class.forName(name, true, framework);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    } catch (LinkageError e) {
      log.info("class " + name + " not initialised: " + e);
      return false;
    }
  }

  private static List<String> names() throws IOException {
    try (InputStream in = FrameworkPreload.class.getResourceAsStream(LIST)) {
      if (in == null) {
        throw new IOException("pool-daemon.jar lacks " + LIST);
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
