/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/** Every exit code of this project's own commands; a container's status is its own, 0-255. */
public final class ExitCodes {
  public static final int OK = 0;

  /** The work was tried and failed; a message on stderr says what. */
  public static final int FAILED = 1;

  /** The command line or a configuration is wrong; nothing has been done. */
  public static final int USAGE = 2;

  /** Something the work needs is missing on this machine (a JDK, mpi.jar, memory, a port). */
  public static final int UNAVAILABLE = 3;

  /** A bounded wait ended without what it waited for. */
  public static final int TIMEOUT = 4;

  /** Another process has what this one would need for itself; the message names it. */
  public static final int IN_USE = 5;

  /** The status of a process that a signal has ended is this plus the signal's number. */
  public static final int SIGNALLED = 128;

  /** A container ended by SIGKILL or by the pool on YARN's request: 128 + 9. */
  public static final int KILLED = 137;

  /** A container ended by SIGTERM: 128 + 15. */
  public static final int TERMINATED = 143;

  /** The largest status that a process can show. */
  public static final int HIGHEST = 255;

  private ExitCodes() {}
}
