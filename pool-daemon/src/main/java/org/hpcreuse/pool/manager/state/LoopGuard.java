/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps the event loop alive when one of its steps fails, which is a mistake of ours or of the
 * node, but no reason to lose the pool. Failures are counted; of each step the first one is logged,
 * and then ever seldomer, since a step that fails may do so at each turn of the loop. Used by the
 * event loop alone.
 *
 * <p>A step for which there is no memory (or no thread) is such a failure: what it had begun to
 * make is free again when it has failed. Any other Error says that the manager's own code is not
 * whole. It ends the manager, which its keeper starts again.
 */
public final class LoopGuard {
  /** How long the loop waits, at least, after a turn in which something has failed. */
  public static final long PAUSE_MS = 100;

  private static final Logger LOG = Logger.getLogger(LoopGuard.class.getName());

  private final Map<String, Long> failures = new HashMap<>();
  private boolean failed;

  /** Something the loop does. */
  @FunctionalInterface
  public interface Step {
    public void run() throws IOException;
  }

  /** Does something; a failure ends with it. */
  public void run(String what, Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      failed(what, e);
    }
  }

  /** Finds something out; after a failure it is {@code otherwise}. */
  public <T> T get(String what, Supplier<T> question, T otherwise) {
    try {
      return question.get();
    } catch (RuntimeException | OutOfMemoryError e) {
      failed(what, e);
      return otherwise;
    }
  }

  /** Takes note of a failure that has been caught elsewhere. */
  public void failed(String what, Throwable cause) {
    failed = true;
    long count = failures.merge(what, 1L, Long::sum);
    if (Long.bitCount(count) != 1) {
      return;
    }
    String text = what + " has failed, " + count + " times so far; it goes on";
    if (cause instanceof OutOfMemoryError) {
      LOG.severe(text + ": " + cause.getMessage()); // a stack trace takes memory, and names nobody
    } else {
      LOG.log(Level.SEVERE, text, cause);
    }
  }

  /** How many failures there have been. */
  public long count() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether something has failed since this was last asked. */
  public boolean hasFailed() {
    boolean since = failed;
    failed = false;
    return since;
  }
}
