/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

/**
 * The phases of one container; times in milliseconds since the epoch, 0 = unknown.
 *
 * @param container container id
 * @param mode reuse or fork
 * @param reason key of the reason to fork; empty for reuse
 * @param requestMs launchContainer entered
 * @param loadMs slot assigned, or process started
 * @param runningMs main() entered
 * @param endedMs main() over
 * @param finishingMs launchContainer about to return
 * @param status exit status
 * @param slot slot number, -1 = none
 */
public record LaunchRecord(
    String container,
    String mode,
    String reason,
    long requestMs,
    long loadMs,
    long runningMs,
    long endedMs,
    long finishingMs,
    int status,
    int slot) {

  /** One JSON object; the texts are identifiers and need no escapes. */
  String toJson() {
    return String.format(
        "{\"container\":\"%s\",\"mode\":\"%s\",\"reason\":\"%s\",\"requestMs\":%d,\"loadMs\":%d,"
            + "\"runningMs\":%d,\"endedMs\":%d,\"finishingMs\":%d,\"status\":%d,\"slot\":%d}",
        container, mode, reason, requestMs, loadMs, runningMs, endedMs, finishingMs, status, slot);
  }
}
