/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The standard streams, and the descriptors below them. */
public final class StreamSight implements Sight {
  @Override
  public void look(Report report) throws IOException {
    report.put("stream.in", System.in.getClass());
    report.put("stream.in-available", System.in.available());
    report.put("stream.out", System.out.getClass());
    report.put("stream.out-error", System.out.checkError());
    report.put("stream.err", System.err.getClass());
    report.put("stream.err-error", System.err.checkError());
    for (int fd = 0; fd < 3; fd++) {
      report.put("stream." + fd, Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)));
    }
  }
}
