/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pingpong;

/** A way for messages between two processes. Used by one thread. */
public interface Exchange {
  /** Its name in what is printed. */
  String name();

  /** Messages have so many bytes from now on. */
  void prepare(int bytes) throws Exception;

  /** Sends a message to the other process. */
  void send() throws Exception;

  /** Receives one of the other process. */
  void receive() throws Exception;
}
