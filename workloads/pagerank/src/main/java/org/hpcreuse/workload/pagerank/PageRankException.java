/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.pagerank;

/** The computation was tried and failed. */
final class PageRankException extends Exception {
  private static final long serialVersionUID = 1L;

  PageRankException(String message) {
    super(message);
  }
}
