/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.PrintStream;
import java.time.Duration;

/**
 * What the program prints, one thing a line.
 *
 * <ul>
 *   <li>{@code note TEXT}: for people
 *   <li>{@code second CASE SECOND CPU_MS}: so many seconds of a case are over, 0 at its begin; with
 *       the processor time of this program
 *   <li>{@code heartbeats CASE MASTER AT:MICROS …}: the heartbeats of one master
 * </ul>
 */
final class Output {
  private final PrintStream out;

  Output(PrintStream out) {
    this.out = out;
  }

  void note(String text) {
    print("note " + text);
  }

  /** Called when the second begins. */
  void second(WaitCase of, int second) {
    long cpuMs = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    print("second " + of + " " + second + " " + cpuMs);
  }

  void heartbeats(WaitCase of, int master, HeartbeatLog log) {
    print(("heartbeats " + of + " " + master + " " + log).strip());
  }

  private void print(String line) {
    out.print(line + "\n");
    out.flush();
  }
}
