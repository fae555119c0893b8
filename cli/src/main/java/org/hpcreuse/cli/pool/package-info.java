/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Asks running pool managers: of this node, and of each node of a job. Knows the protocol, not the
 * output.
 */
package org.hpcreuse.cli.pool;
