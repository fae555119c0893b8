/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests that MapReduce in slots does not sleep for fixed times, and the program that measures what
 * this costs, over real YARN and HDFS daemons.
 */
package org.hpcreuse.it.cluster.waits;
