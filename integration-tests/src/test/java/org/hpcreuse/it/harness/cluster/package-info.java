/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Clusters with Hadoop's daemons, shared by the test classes that ask for them, and clients of
 * these clusters. Tests with YARN use it. It starts and stops them with {@code bin/hpc-reuse}
 * alone.
 */
package org.hpcreuse.it.harness.cluster;
