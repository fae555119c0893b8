/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

/** Starts processes. Thread-safe: a call may hang for ever while others are made. */
interface Spawner {
  /**
   * Starts a process; returns when it has started MPI.
   *
   * @throws SpawnFailure when it cannot be started
   */
  void spawn(LaunchRequest request) throws SpawnFailure;

  /** No process was started. */
  final class SpawnFailure extends Exception {
    private static final long serialVersionUID = 1L;

    SpawnFailure(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
