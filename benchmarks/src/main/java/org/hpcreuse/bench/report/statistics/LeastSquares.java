/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.report.statistics;

import java.util.ArrayList;
import java.util.List;

/** A straight line through points, such that the squares of the distances are least. */
public final class LeastSquares {
  private record Point(long x, long y) {}

  private final List<Point> points = new ArrayList<>();

  /** Takes a point. */
  public void add(long x, long y) {
    points.add(new Point(x, y));
  }

  /** How many points there are. */
  public int count() {
    return points.size();
  }

  /** By how much the line rises for 1 of x; 0 when there are no two points of different x. */
  public double slope() {
    double meanX = points.stream().mapToLong(Point::x).average().orElse(0);
    double meanY = points.stream().mapToLong(Point::y).average().orElse(0);
    double covariance = 0;
    double variance = 0;
    for (Point point : points) {
      covariance += (point.x - meanX) * (point.y - meanY);
      variance += (point.x - meanX) * (point.x - meanX);
    }
    return variance == 0 ? 0 : covariance / variance;
  }
}
