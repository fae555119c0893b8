/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who may connect.
 *
 * @param self the user this JVM runs as
 * @param peers addresses of other machines that may connect; empty when all may
 */
record Admission(long self, Optional<Set<InetAddress>> peers) {
  private static final long ROOT = 0;

  /** The inode of a socket of which it is not known. */
  static final long ANY = 0;

  /** The same without any other machine. */
  Admission alone() {
    return new Admission(self, Optional.of(Set.of()));
  }

  /** Why a machine that is not this one is refused; empty when it is not. */
  Optional<String> refusalOfMachine(InetAddress caller) {
    boolean mayConnect = peers.isEmpty() || peers.get().contains(caller);
    return mayConnect ? Optional.empty() : Optional.of("no node of this cluster");
  }

  /**
   * Why a caller on this machine is refused; empty when he is not.
   *
   * <p>The kernel is asked twice. What it first says of the caller's end holds for the connection
   * that was accepted only if that still stands afterwards: a caller may have sent his words, gone,
   * and left his address and port to somebody else.
   *
   * @param caller his end
   * @param here our end
   * @param inode our end's, or {@link #ANY}
   * @param kernel who is asked
   */
  Optional<String> refusal(
      InetSocketAddress caller, InetSocketAddress here, long inode, KernelSockets kernel)
      throws IOException {
    Optional<TcpSocket> theirs = kernel.find(caller, here);
    if (theirs.isEmpty() || !theirs.get().isConnected()) {
      return Optional.of("closed already");
    }
    long owner = theirs.get().uid();
    if (owner != ROOT && owner != self) {
      return Optional.of("of user " + owner + ", not " + self);
    }
    Optional<TcpSocket> ours = kernel.find(here, caller);
    boolean stands =
        ours.isPresent()
            && ours.get().isConnected()
            && (inode == ANY || ours.get().inode() == inode);
    return stands ? Optional.empty() : Optional.of("closed already");
  }
}
