/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kmeans.mpi;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.hpcreuse.workload.kmeans.Centres;
import org.hpcreuse.workload.kmeans.Sums;

/** {@code MpiKMeans INPUT OUTPUT CLUSTERS ITERATIONS}: a sum over all ranks for each iteration. */
public final class MpiKMeans {
  private static final int USAGE = 2;
  private static final int ARGUMENTS = 4;
  private static final int BUFFER_BYTES = 256 << 10;

  private MpiKMeans() {}

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException, IOException {
    if (args.length != ARGUMENTS) {
      System.err.println("usage: MpiKMeans INPUT OUTPUT CLUSTERS ITERATIONS");
      System.exit(USAGE);
    }
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Configuration configuration = new Configuration();
    Path input = new Path(args[0]);
    double[] points = read(configuration, input, world.getRank(), world.getSize());
    Centres centres = Centres.first(configuration, input, Integer.parseInt(args[2]));
    int iterations = Integer.parseInt(args[3]);
    for (int i = 1; i <= iterations; i++) {
      final double begin = MPI.wtime();
      Sums sums = new Sums(centres.count());
      for (int p = 0; p < points.length; p += 2) {
        sums.add(centres.nearest(points[p], points[p + 1]), points[p], points[p + 1], 1);
      }
      world.allReduce(sums.values(), sums.values().length, MPI.DOUBLE, MPI.SUM);
      centres = centres.moved(sums);
      if (world.getRank() == 0) {
        System.out.printf(Locale.ROOT, "iteration  %d  %.3f s%n", i, MPI.wtime() - begin);
      }
    }
    if (world.getRank() == 0) {
      centres.write(configuration, new Path(args[1]));
    }
    MPI.Finalize();
  }

  /** Reads an equal part of each file. */
  private static double[] read(Configuration configuration, Path input, int rank, int size)
      throws IOException {
    FileSystem fileSystem = input.getFileSystem(configuration);
    FileStatus[] files = fileSystem.listStatus(input);
    Arrays.sort(files);
    long own = 0;
    for (FileStatus file : files) {
      long all = file.getLen() / Centres.POINT_BYTES;
      own += all * (rank + 1) / size - all * rank / size;
    }
    double[] points = new double[Math.toIntExact(2 * own)];
    int next = 0;
    for (FileStatus file : files) {
      long all = file.getLen() / Centres.POINT_BYTES;
      long begin = all * rank / size;
      long end = all * (rank + 1) / size;
      try (FSDataInputStream raw = fileSystem.open(file.getPath())) {
        raw.seek(begin * Centres.POINT_BYTES);
        DataInputStream in = new DataInputStream(new BufferedInputStream(raw, BUFFER_BYTES));
        for (long i = 2 * begin; i < 2 * end; i++) {
          points[next++] = in.readDouble();
        }
      }
    }
    return points;
  }
}
