/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The moments in a container's life that both modes have. All are milliseconds since the epoch on
 * the node's CLOCK_REALTIME; where a moment comes from depends on the mode. What MPI has spawned is
 * a fork here:
 *
 * <table>
 * <caption>Sources</caption>
 * <tr><th>phase</th><th>fork</th><th>reuse</th></tr>
 * <tr><td>request</td><td>NodeManager log, "transitioned from SCHEDULED to RUNNING", written by the
 * event that precedes launchContainer; another thread writes it, so it may come a few ms late, in
 * fork's favour</td><td>requestMs of launches.jsonl: launchContainer entered</td></tr>
 * <tr><td>load</td><td>modification time of prelaunch.out, last written just before the launch
 * script becomes the JVM</td><td>loadMs: a slot has been assigned</td></tr>
 * <tr><td>running</td><td>not known from outside a JVM</td><td>runningMs: main() is about to be
 * entered</td></tr>
 * <tr><td>log</td><td colspan="2">first line of the container's syslog, from inside main()</td></tr>
 * <tr><td>application</td><td colspan="2">the container's syslog, see {@link TaskLog}</td></tr>
 * <tr><td>terminating</td><td colspan="2">the container's syslog, see {@link TaskLog}</td></tr>
 * <tr><td>finishing</td><td>NodeManager log, transition out of RUNNING or KILLING that follows
 * launchContainer's return</td><td>finishingMs: launchContainer returns</td></tr>
 * </table>
 */
public enum Phase {
  @JsonProperty("request")
  REQUEST,
  @JsonProperty("load")
  LOAD,
  @JsonProperty("running")
  RUNNING,
  @JsonProperty("log")
  LOG,
  @JsonProperty("application")
  APPLICATION,
  @JsonProperty("terminating")
  TERMINATING,
  @JsonProperty("finishing")
  FINISHING
}
