/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

/** The computation cannot go on; says with which exit status the driver ends. */
final class PageRankException extends Exception {
  private static final long serialVersionUID = 1L;

  /** It was tried and failed. */
  static final int FAILED = 1;

  /** What was asked for is wrong; nothing has been submitted or changed. */
  static final int USAGE = 2;

  private final int status;

  private PageRankException(int status, String message) {
    super(message);
    this.status = status;
  }

  static PageRankException failed(String message) {
    return new PageRankException(FAILED, message);
  }

  static PageRankException usage(String message) {
    return new PageRankException(USAGE, message);
  }

  int status() {
    return status;
  }
}
