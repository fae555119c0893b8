/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

/** The user has interrupted the command, which tidies up and ends. */
final class CommandInterruptedException extends Exception {
  private static final long serialVersionUID = 1L;

  CommandInterruptedException() {
    super("interrupted");
  }
}
