/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.util.Optional;
import mpi.MPIException;

/** Names that all ranks of the MPI job see, each with a text. */
interface Names {
  /** The longest text. */
  int LONGEST = 1000;

  /** Makes a name known. MPI does not notice when it is known already. */
  void publish(String name, String text) throws MPIException, InterruptedException;

  /** The text of a name; empty while nobody has published it. */
  Optional<String> lookUp(String name) throws MPIException, InterruptedException;

  /** Takes a name back; only who has published it can. */
  void unpublish(String name, String text) throws MPIException, InterruptedException;
}
