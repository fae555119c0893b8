/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import org.hpcreuse.bench.process.Host;

/**
 * The first line: what was asked for, and where.
 *
 * @param format version of the file's format
 * @param startedAt time, ISO 8601
 * @param host the machine and the software
 * @param options what was asked for; a resumed run goes on with these
 */
public record Header(int format, String startedAt, Host host, RunOptions options) implements Entry {
  /** Raised with every incompatible change of any line. */
  public static final int FORMAT = 1;
}
