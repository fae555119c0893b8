/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How a node says in which of its slots a rank of an MPI program can run: as node attributes of
 * YARN. The NodeManager writes them, a client reads them. It knows no class of Hadoop.
 */
package org.hpcreuse.protocol.ranks;
