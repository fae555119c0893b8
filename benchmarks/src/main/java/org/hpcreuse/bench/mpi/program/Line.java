/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.mpi.program;

/**
 * A line that a program has printed.
 *
 * @param atMicros when it came here, microseconds since the epoch
 * @param text without the line's end
 */
public record Line(long atMicros, String text) {}
