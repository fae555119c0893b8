/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.progress;

/** Tells a person how far a run is. */
public interface Progress extends AutoCloseable {
  /** This is done now; {@code steps} more of the whole are over when the next call comes. */
  void begin(String what, int steps);

  /** A line that stays. */
  void say(String line);

  @Override
  void close();
}
