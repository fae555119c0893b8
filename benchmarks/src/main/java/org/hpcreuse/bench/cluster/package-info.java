/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A running cluster as a benchmark sees it: bin/hpc-reuse, the ResourceManager's REST, the pool's
 * socket, logs, and what the kernel tells of its processes. It knows no benchmark.
 */
package org.hpcreuse.bench.cluster;
