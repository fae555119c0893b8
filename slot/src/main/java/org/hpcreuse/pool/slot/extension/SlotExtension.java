/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.extension;

import java.util.Map;

/**
 * What an optional part of a slot does for each container. The thread {@code slot-runner} calls all
 * of it, except where a method says otherwise.
 */
public interface SlotExtension {
  /**
   * Gives the next container what it may use.
   *
   * @param environment the container's
   * @throws ExtensionFailure when it cannot: the slot declines the container and is replaced
   */
  void prepare(Map<String, String> environment) throws ExtensionFailure;

  /** The container has ended: its threads that wait in the extension stop waiting. Thread-safe. */
  void cutOff();

  /**
   * Takes back what {@link #prepare} gave. No thread of the container is left.
   *
   * @throws ExtensionFailure when the slot must not have another container
   */
  void release() throws ExtensionFailure;

  /**
   * What the process has of it, by names of {@link org.hpcreuse.protocol.wire.SlotFigure}; the same
   * names each time. Thread-safe.
   */
  Map<String, Long> figures();

  /**
   * Why a file descriptor may be open now that was not before.
   *
   * @param target what it is open on, as /proc/self/fd shows it
   * @return empty when the extension opens no such thing by itself
   */
  String allows(String target);
}
