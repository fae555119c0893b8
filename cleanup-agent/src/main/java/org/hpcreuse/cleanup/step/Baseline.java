/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.step;

import org.hpcreuse.cleanup.statics.StaticState;

/** What the JVM's global state was when the slot was ready for its first container. Thread-safe. */
public interface Baseline {
  /** What {@code step} captured. */
  <T> T before(Restorable<T> step);

  /** What the static state of the framework's classes was. */
  StaticState statics();
}
