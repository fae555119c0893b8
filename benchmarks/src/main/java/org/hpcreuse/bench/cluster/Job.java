/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

/**
 * A job of a sample.
 *
 * @param id YARN's application id
 * @param name the job's name
 * @param finalStatus SUCCEEDED, FAILED or KILLED
 * @param startedMs submission by the ResourceManager's clock, ms since the epoch; 0 in samples of
 *     earlier versions
 * @param elapsedMs submission to end as the ResourceManager reports it, ms
 */
public record Job(String id, String name, String finalStatus, long startedMs, long elapsedMs) {
  /** When it was over, ms since the epoch. */
  public long endedMs() {
    return startedMs + elapsedMs;
  }

  /** What the ResourceManager reports of an application. */
  public static Job of(Application application) {
    return new Job(
        application.id(),
        application.name(),
        application.finalStatus(),
        application.startedTime(),
        application.elapsedTime());
  }
}
