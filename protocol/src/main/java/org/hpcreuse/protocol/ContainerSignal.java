/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/** The signals that a container can be sent: those that a NodeManager sends or a client gets. */
public enum ContainerSignal {
  /** Does nothing: the answer says whether the container is there. */
  NULL(0),
  /** Ends a client whose terminal or connection is gone, after its shutdown hooks. */
  HUP(1),
  /** Ends a client after its shutdown hooks: Ctrl-C. */
  INT(2),
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

  /** The exit status of a JVM that it ends, as a shell shows it. */
  public int exitStatus() {
    return ExitCodes.SIGNALLED + number;
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
