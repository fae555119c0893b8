/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The event loop: sockets, processes and files. It turns what happens into events for {@link
 * org.hpcreuse.pool.manager.core.PoolCore} and carries out the actions that come back.
 */
package org.hpcreuse.pool.manager.server;
