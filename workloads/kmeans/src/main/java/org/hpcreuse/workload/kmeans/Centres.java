/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The centres of the clusters. Immutable. */
public final class Centres {
  /** The form of a point in a file: two doubles, big-endian. */
  public static final int POINT_BYTES = 2 * Double.BYTES;

  /** x and y of one after the other. */
  private final double[] coordinates;

  private Centres(double... coordinates) {
    this.coordinates = coordinates;
  }

  /** The first points of the input. */
  public static Centres first(Configuration configuration, Path input, int count)
      throws IOException {
    double[] coordinates = new double[2 * count];
    FileSystem fileSystem = input.getFileSystem(configuration);
    FileStatus[] files = fileSystem.listStatus(input);
    Arrays.sort(files);
    try (DataInputStream in = fileSystem.open(files[0].getPath())) {
      for (int i = 0; i < coordinates.length; i++) {
        coordinates[i] = in.readDouble();
      }
    }
    return new Centres(coordinates);
  }

  /** Reads {@link #toString}. */
  public static Centres parse(String text) {
    return new Centres(
        Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray());
  }

  public int count() {
    return coordinates.length / 2;
  }

  /** The number of the centre that is nearest to a point; of equal ones the first. */
  public int nearest(double x, double y) {
    int nearest = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < coordinates.length; i += 2) {
      double dx = x - coordinates[i];
      double dy = y - coordinates[i + 1];
      double distance = dx * dx + dy * dy;
      if (distance < least) {
        least = distance;
        nearest = i / 2;
      }
    }
    return nearest;
  }

  /** The centres of what belongs to each; one without a point stays where it is. */
  public Centres moved(Sums sums) {
    double[] next = coordinates.clone();
    for (int i = 0; i < count(); i++) {
      if (sums.count(i) > 0) {
        next[2 * i] = sums.x(i) / sums.count(i);
        next[2 * i + 1] = sums.y(i) / sums.count(i);
      }
    }
    return new Centres(next);
  }

  /** Writes lines of number, x and y. */
  public void write(Configuration configuration, Path output) throws IOException {
    FileSystem fileSystem = output.getFileSystem(configuration);
    try (Writer writer =
        new OutputStreamWriter(
            fileSystem.create(new Path(output, "centres"), false), StandardCharsets.UTF_8)) {
      for (int i = 0; i < count(); i++) {
        writer.write(i + "\t" + coordinates[2 * i] + "\t" + coordinates[2 * i + 1] + "\n");
      }
    }
  }

  /** All coordinates, in a form that loses nothing. */
  @Override
  public String toString() {
    return Arrays.stream(coordinates).mapToObj(Double::toString).collect(Collectors.joining(" "));
  }
}
