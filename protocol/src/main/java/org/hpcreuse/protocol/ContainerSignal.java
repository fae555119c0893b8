/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/** The signals that a container can be sent: those that a NodeManager sends. */
public enum ContainerSignal {
  /** Does nothing: the answer says whether the container is there. */
  NULL(0),
  /** Makes the container write a thread dump. */
  QUIT(3),
  /** Ends the container without its shutdown hooks. */
  KILL(9),
  /** Ends the container after its shutdown hooks. */
  TERM(15);

  private final int number;

  ContainerSignal(int number) {
    this.number = number;
  }

  /** The number that POSIX gives it. */
  public int number() {
    return number;
  }

  /**
   * The signal with this POSIX number.
   *
   * @throws IllegalArgumentException when a container cannot be sent it
   */
  public static ContainerSignal of(int number) {
    for (ContainerSignal signal : values()) {
      if (signal.number == number) {
        return signal;
      }
    }
    throw new IllegalArgumentException("a container cannot be sent signal " + number);
  }
}
