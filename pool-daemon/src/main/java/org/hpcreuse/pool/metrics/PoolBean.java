/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Answers from the pool's status. Thread-safe. */
final class PoolBean implements PoolMXBean {
  private final PoolView view;

  PoolBean(PoolView view) {
    this.view = view;
  }

  @Override
  public Map<String, Integer> getSlots() throws IOException {
    return PoolView.states(view.status());
  }

  @Override
  public int getQueued() throws IOException {
    return view.status().at("/pool/queued").asInt();
  }

  @Override
  public int getRanksLeft() throws IOException {
    return view.status().at("/pool/ranksLeft").asInt();
  }

  @Override
  public long getReused() throws IOException {
    return view.status().at("/launches/reused").asLong();
  }

  @Override
  public Map<String, Long> getForked() throws IOException {
    return counts("/launches/forkReasons");
  }

  @Override
  public Map<String, Long> getDeclined() throws IOException {
    return counts("/launches/declined");
  }

  @Override
  public Map<String, Long> getRetired() throws IOException {
    return counts("/retirements");
  }

  private Map<String, Long> counts(String at) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    view.status()
        .at(at)
        .fields()
        .forEachRemaining(entry -> counts.put(entry.getKey(), entry.getValue().asLong()));
    return counts;
  }

  @Override
  public Map<String, Long> getRefused() throws IOException {
    return counts("/refused");
  }

  @Override
  public Map<String, Map<String, Double>> getPhases() throws IOException {
    Map<String, Map<String, Double>> phases = new TreeMap<>();
    view.status()
        .get("phases")
        .fields()
        .forEachRemaining(entry -> phases.put(entry.getKey(), values(entry.getValue())));
    return phases;
  }

  private static Map<String, Double> values(JsonNode times) {
    Map<String, Double> values = new TreeMap<>();
    times
        .fields()
        .forEachRemaining(entry -> values.put(entry.getKey(), entry.getValue().asDouble()));
    return values;
  }
}
