/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** A thread beside the event loop that does one thing after the other. */
@FunctionalInterface
public interface BesideLoop {
  /** Does something later. Of the other two, one is called in the loop, whatever fails. */
  <T> void begin(Callable<T> work, Consumer<T> then, Consumer<Exception> failed);
}
