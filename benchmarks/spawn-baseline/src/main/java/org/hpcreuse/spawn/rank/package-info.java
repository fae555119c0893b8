/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A resident rank: the process under mpirun that starts containers. The launch scripts start it. It
 * talks to the NodeManager's executor over a Unix socket and knows nothing of Hadoop.
 */
package org.hpcreuse.spawn.rank;
