/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

/** What was asked for is wrong; nothing has been submitted or changed. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
