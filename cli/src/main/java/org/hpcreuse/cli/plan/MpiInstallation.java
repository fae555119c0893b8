/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

/**
 * An Open MPI with Java bindings; all empty without MPI.
 *
 * @param jar its mpi.jar
 * @param libraryPath where libmpi_java.so is
 * @param mpirun its mpirun
 */
public record MpiInstallation(String jar, String libraryPath, String mpirun) {}
