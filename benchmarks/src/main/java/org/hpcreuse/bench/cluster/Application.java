/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * An application as the ResourceManager reports it (REST, /ws/v1/cluster/apps).
 *
 * @param id YARN's id
 * @param name the job's name
 * @param state YARN's state
 * @param finalStatus SUCCEEDED, FAILED or KILLED
 * @param startedTime submission, ms since the epoch
 * @param elapsedTime submission to end by the ResourceManager's clock, ms
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Application(
    String id, String name, String state, String finalStatus, long startedTime, long elapsedTime) {
  boolean ended() {
    return state.equals("FINISHED") || state.equals("FAILED") || state.equals("KILLED");
  }
}
