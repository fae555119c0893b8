/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * {@code GeneratePoints COUNT CLUSTERS FILES SEED OUTPUT}: points around random centres, in so many
 * files of equal size. The same arguments give the same points.
 */
public final class GeneratePoints {
  private static final int USAGE = 2;
  private static final int ARGUMENTS = 5;
  private static final double PLANE = 1_000;
  private static final double WIDTH = 20;
  private static final int BUFFER_BYTES = 64 << 10;

  private GeneratePoints() {}

  /** Writes the points. */
  public static void main(String[] args) throws IOException {
    if (args.length != ARGUMENTS) {
      System.err.println("usage: GeneratePoints COUNT CLUSTERS FILES SEED OUTPUT");
      System.exit(USAGE);
    }
    int count = Integer.parseInt(args[0]);
    int clusters = Integer.parseInt(args[1]);
    int files = Integer.parseInt(args[2]);
    SplittableRandom random = new SplittableRandom(Long.parseLong(args[3]));
    Path output = new Path(args[4]);
    FileSystem fileSystem = output.getFileSystem(new Configuration());
    double[] centres = random.doubles(2L * clusters, 0, PLANE).toArray();
    for (int file = 0; file < files; file++) {
      Path path = new Path(output, String.format("points-%05d", file));
      try (DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(fileSystem.create(path, false), BUFFER_BYTES))) {
        for (int i = 0; i < count / files; i++) {
          int cluster = random.nextInt(clusters);
          out.writeDouble(centres[2 * cluster] + WIDTH * random.nextGaussian());
          out.writeDouble(centres[2 * cluster + 1] + WIDTH * random.nextGaussian());
        }
      }
    }
  }
}
