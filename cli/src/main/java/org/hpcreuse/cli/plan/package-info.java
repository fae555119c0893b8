/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a cluster is made of: nodes, daemons, ports, directories, slots and their memory; read from
 * and written to the cluster's state files. Checks a machine before anything is started on it.
 */
package org.hpcreuse.cli.plan;
