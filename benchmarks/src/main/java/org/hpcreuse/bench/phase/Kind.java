/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.phase;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a container ran. */
public enum Kind {
  @JsonProperty("master")
  MASTER("AM"),
  @JsonProperty("map")
  MAP("map"),
  @JsonProperty("reduce")
  REDUCE("reduce"),
  /** A worker of another framework: an executor of Spark, a child of Tez. */
  @JsonProperty("worker")
  WORKER("worker"),
  /** Its log says nothing that tells; it was killed before it began to work. */
  @JsonProperty("other")
  OTHER("other");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  /** How tables name it. */
  public String label() {
    return label;
  }
}
