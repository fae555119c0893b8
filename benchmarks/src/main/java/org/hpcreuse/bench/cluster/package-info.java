/* SPDX-License-Identifier: Apache-2.0 */
/** A running cluster as a benchmark sees it: bin/hpc-reuse, the ResourceManager's REST, files. */
package org.hpcreuse.bench.cluster;
