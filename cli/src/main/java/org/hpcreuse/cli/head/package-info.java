/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Watches a cluster of several nodes from its head: how far the nodes are, which processes of the
 * head live, whether it is time to stop. Starts and ends nothing; launch/head/head.sh does that.
 */
package org.hpcreuse.cli.head;
