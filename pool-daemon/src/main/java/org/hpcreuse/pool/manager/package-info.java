/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The pool manager of a node: hands out slots to containers and keeps the slots' processes. {@link
 * org.hpcreuse.pool.manager.ManagerMain} reads the pool's directory and starts the {@linkplain
 * org.hpcreuse.pool.manager.server server}. The pool manager knows nothing of Hadoop and links
 * against no MPI: it must outlive any slot.
 */
package org.hpcreuse.pool.manager;
