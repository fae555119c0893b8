/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a careful site can do for containers without a pool: class data archives and caches, by
 * which forked JVMs start sooner. A run calls it when its clusters are up. It knows no samples.
 */
package org.hpcreuse.bench.tuning;
