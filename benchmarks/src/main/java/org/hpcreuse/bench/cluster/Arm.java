/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What is compared: how a cluster runs its containers. */
public enum Arm {
  @JsonProperty("fork")
  FORK,
  @JsonProperty("reuse")
  REUSE;

  /** Its name in options, files and tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
