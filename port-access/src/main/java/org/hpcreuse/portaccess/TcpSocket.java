/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

/**
 * One end of a connection on this machine.
 *
 * @param state of the connection, as the kernel numbers them
 * @param uid the user; 0, for every user, when its process has closed it
 * @param inode its number; 0 when no process has it
 */
record TcpSocket(int state, long uid, long inode) {
  private static final int ESTABLISHED = 1;
  private static final int FIN_WAIT1 = 4;
  private static final int FIN_WAIT2 = 5;
  private static final int CLOSE_WAIT = 8;

  /** Whether a process has it, and it is connected: has sent or got no end, or one of the two. */
  boolean isConnected() {
    return inode != 0
        && (state == ESTABLISHED
            || state == FIN_WAIT1
            || state == FIN_WAIT2
            || state == CLOSE_WAIT);
  }
}
