/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The raw samples of a benchmark on disk, one JSON line an entry, and the directory that holds
 * them. Runs write them, reports read them. It does not know how a sample is taken.
 */
package org.hpcreuse.bench.samples;
