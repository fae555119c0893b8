/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI for code in containers. The slots of a pool are ranks of one MPI job; {@link
 * org.hpcreuse.mpi.SlotMpi} makes communicators of those that run containers of one application.
 *
 * <p>Slots share these classes with containers, as they do {@code mpi.*}.
 */
package org.hpcreuse.mpi;
