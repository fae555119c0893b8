/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

/** The form of a point in a file: two doubles, big-endian. */
public final class Point {
  public static final int BYTES = 2 * Double.BYTES;

  private Point() {}
}
