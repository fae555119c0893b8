/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Carries out a run: its directory with the lines of samples, the order of the samples, its
 * clusters, what is waited for, and the call of the report. The commands extend {@link
 * org.hpcreuse.bench.run.RunCommand}.
 */
package org.hpcreuse.bench.run;
