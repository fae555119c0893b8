/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The pool manager of a node: hands out slots to containers and keeps the slots' processes. It has
 * no MPI and knows nothing of Hadoop.
 *
 * <p>{@link org.hpcreuse.pool.manager.PoolCore} decides: it takes events and returns {@link
 * org.hpcreuse.pool.manager.Action}s, without input or output and with an injected clock. {@link
 * org.hpcreuse.pool.manager.ManagerServer} is the one thread around it that selects over the
 * sockets, watches processes and carries the actions out. Nothing in the core is thread-safe and
 * nothing needs to be.
 */
package org.hpcreuse.pool.manager;
