/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.javacpp;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.openblas.global.openblas;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Multiplies by OpenBLAS. */
@Brings({"javacpp", "openblas"})
public final class Blas {
  private Blas() {}

  public static void main(String[] args) throws Exception {
    System.setProperty("org.bytedeco.javacpp.cachedir", System.getProperty("java.io.tmpdir"));
    Loader.load(openblas.class);
    if (Neighbour.spoils(args)) {
      openblas.blas_set_num_threads(1);
      new DoublePointer(1000);
    }
    double[] one = {1, 2, 3};
    double[] other = {4, 5, 6};
    print("product", openblas.cblas_ddot(3, one, 1, other, 1));
    print("threads", openblas.blas_get_num_threads() == 1);
    print("limit", Pointer.maxBytes() > 0);
    print("platform", Loader.getPlatform());
  }
}
