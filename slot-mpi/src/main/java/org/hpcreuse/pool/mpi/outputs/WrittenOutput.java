/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.nio.file.Path;

/**
 * Where the output of a map lies. Hadoop looks for a disk for each of the two files.
 *
 * @param file one part after the other
 * @param index where the parts begin
 */
public record WrittenOutput(Path file, Path index) {
  static final String FILE = "file.out";
  static final String INDEX = FILE + ".index";
}
