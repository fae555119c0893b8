/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a cluster is made of: nodes, daemons, ports, directories, slots; read from and written to
 * the cluster's state files.
 */
package org.hpcreuse.cli.plan;
