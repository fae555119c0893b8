/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A line of samples.jsonl. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Header.class, name = "header"),
  @JsonSubTypes.Type(value = ClusterStart.class, name = "cluster"),
  @JsonSubTypes.Type(value = Sample.class, name = "sample"),
  @JsonSubTypes.Type(value = SlotRelease.class, name = "release"),
  @JsonSubTypes.Type(value = SlotAudit.class, name = "audit"),
  @JsonSubTypes.Type(value = SlotReading.class, name = "reading"),
  @JsonSubTypes.Type(value = IdleCost.class, name = "idle"),
  @JsonSubTypes.Type(value = FaultJob.class, name = "faultJob"),
  @JsonSubTypes.Type(value = FaultEnd.class, name = "faultEnd"),
  @JsonSubTypes.Type(value = MasterCase.Second.class, name = "masterSecond"),
  @JsonSubTypes.Type(value = MasterCase.Heartbeats.class, name = "masterHeartbeats"),
  @JsonSubTypes.Type(value = MpiRun.class, name = "mpiRun"),
  @JsonSubTypes.Type(value = GangEnd.class, name = "gang")
})
public sealed interface Entry
    permits Header,
        ClusterStart,
        Sample,
        SlotRelease,
        SlotAudit,
        SlotReading,
        IdleCost,
        FaultJob,
        FaultEnd,
        MasterCase.Second,
        MasterCase.Heartbeats,
        MpiRun,
        GangEnd {}
