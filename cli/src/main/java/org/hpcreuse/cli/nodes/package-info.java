/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Commands for a cluster of several nodes: each node's pool is asked. Knows which nodes there are;
 * a script of launch/ knows how to reach them.
 */
package org.hpcreuse.cli.nodes;
