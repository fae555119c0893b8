/* SPDX-License-Identifier: Apache-2.0 */
/**
 * MPI calls of containers that cannot hang for ever. The agent lets each blocking method of {@code
 * mpi.*} call the method of the same name here. It starts the non-blocking twin and looks whether
 * that is done, until the container must not wait any more.
 *
 * <p>Called by the rewritten classes {@code mpi.*}; {@code pool.mpi} says when waiting is over. It
 * knows nothing of slots, gangs or YARN.
 *
 * <p>What has no twin in MPI stays as it is and can hang: making communicators, windows and files,
 * synchronising windows, collective access to files, {@code bSend}.
 */
package org.hpcreuse.pool.mpi.calls;
