/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.pool.slot.process.SlotLog;

/**
 * Initialises framework classes in a neutral context: context loader = framework loader, the slot's
 * environment. What a class's initialiser captures for good is then the framework's and not the
 * first container's. The early classes come before the slot takes containers, the others when it
 * has nothing to do.
 */
public final class FrameworkPreload {
  private static final String EARLY = "early-classes.txt";
  private static final String WARM_UP = "warm-up-classes.txt";

  private final FrameworkLoader framework;
  private final PropertyReads reads;
  private final SlotLog log;
  private final List<String> early;
  private final Set<String> earlyNames;
  private final List<String> later;
  private int next;

  /**
   * Reads the lists.
   *
   * @param learned names beyond those that come with the slot
   */
  FrameworkPreload(FrameworkLoader framework, List<String> learned, SlotLog log)
      throws IOException {
    this.framework = framework;
    this.reads = new PropertyReads(framework);
    this.log = log;
    this.early = names(EARLY);
    this.earlyNames = Set.copyOf(early);
    this.later = Stream.concat(names(WARM_UP).stream(), learned.stream()).toList();
  }

  /** Whether {@link #early} initialises the class. */
  boolean isEarly(String className) {
    return earlyNames.contains(className);
  }

  /** What the classes have read so far. */
  public PropertyReads reads() {
    return reads;
  }

  /** Whether {@link #whileIdle} has nothing left to do. */
  public boolean isDone() {
    return next >= later.size();
  }

  /** Initialises what must be there before the first container. */
  void early() {
    long start = System.nanoTime();
    int initialised = run(early, 0, () -> true);
    log.info(
        String.format(
            "%d of %d framework classes initialised in %d ms",
            initialised, early.size(), (System.nanoTime() - start) / 1_000_000));
  }

  /** Goes on with the others for as long as the slot is idle; does nothing when all are done. */
  void whileIdle(BooleanSupplier idle) {
    next = run(later, next, idle);
  }

  /** Returns the index of the first name that was not tried. */
  private int run(List<String> names, int from, BooleanSupplier goOn) {
    return reads.during(() -> initialise(names, from, goOn));
  }

  private int initialise(List<String> names, int from, BooleanSupplier goOn) {
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    thread.setContextClassLoader(framework);
    try {
      int at = from;
      while (at < names.size() && goOn.getAsBoolean()) {
        initialise(names.get(at++));
      }
      return at;
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  private void initialise(String name) {
    try {
      Class.forName(name, true, framework);
    } catch (ClassNotFoundException e) {
      log.info("class " + name + " is not in this framework");
    } catch (LinkageError e) {
      log.info("class " + name + " not initialised: " + e);
    }
  }

  private static List<String> names(String list) throws IOException {
    try (InputStream in = FrameworkPreload.class.getResourceAsStream(list)) {
      if (in == null) {
        throw new IOException("slot.jar lacks " + list);
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
