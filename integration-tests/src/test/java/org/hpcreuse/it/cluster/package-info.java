/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests over real YARN and HDFS daemons: containers, kills, restarts, other users, memory limits.
 * They know the command line and the web services, not the classes of the pool.
 */
package org.hpcreuse.it.cluster;
