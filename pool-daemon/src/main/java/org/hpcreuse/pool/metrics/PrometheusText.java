/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * A pool's status in Prometheus' text format, version 0.0.4 ("Exposition formats", prometheus.io).
 * Names and units follow its conventions: base units, counters end in {@code _total}.
 */
final class PrometheusText {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String PREFIX = "hpc_reuse_";
  private static final long KIB = 1024;

  private final StringBuilder out = new StringBuilder(8192);
  private final JsonNode status;

  private PrometheusText(JsonNode status) {
    this.status = status;
  }

  static String of(JsonNode status) {
    PrometheusText text = new PrometheusText(status);
    text.pool();
    text.launches();
    text.phases();
    text.slots();
    return text.out.toString();
  }

  private void pool() {
    JsonNode pool = status.get("pool");
    states();
    gauge("queue_length", "Containers that wait for a slot.", pool.get("queued").asLong());
    gauge("ranks_left", "Spare slots that are MPI ranks.", pool.get("ranksLeft").asLong());
    gauge("slots_lent", "Slots sent away for forked containers.", pool.get("slotsLent").asLong());
    gauge(
        "slots_long_running",
        "Slots whose container has run for ten minutes or more.",
        pool.get("slotsLongRunning").asLong());
    gauge("forks_running", "Forked containers that run.", pool.get("forksRunning").asLong());
    gauge("draining", "1 when no more slots are given out.", flag(pool.get("draining")));
    gauge("uncollected", "Exit statuses nobody has fetched.", pool.get("uncollected").asLong());
    counter("mpirun_renewals_total", "Times mpirun was started again.");
    value("mpirun_renewals_total", "", pool.get("mpirunRenewals").asLong());
    gauge("uptime_seconds", "Age of the pool manager.", pool.get("uptimeMs").asLong() / 1e3);
    JsonNode check = pool.get("lastMpiCheck");
    if (!check.isNull()) {
      gauge("mpi_check_ok", "1 when the last MPI check was right.", flag(check.get("ok")));
    }
  }

  private static int flag(JsonNode node) {
    return node.asBoolean() ? 1 : 0;
  }

  private void states() {
    type("slots", "gauge", "Slots and spares by state.");
    PoolView.states(status).forEach((state, count) -> value("slots", label("state", state), count));
  }

  private void launches() {
    JsonNode launches = status.get("launches");
    counter("launches_reused_total", "Containers that ran in a slot.");
    value("launches_reused_total", "", launches.get("reused").asLong());
    byReason("launches_forked_total", "Containers that were forked.", launches.get("forkReasons"));
    byReason(
        "launches_declined_total", "Launches the pool has declined.", launches.get("declined"));
    byReason("slots_retired_total", "Slots that were replaced.", status.get("retirements"));
    byReason("refused_total", "Callers and messages that were refused.", status.get("refused"));
  }

  private void byReason(String name, String help, JsonNode counts) {
    counter(name, help);
    counts
        .fields()
        .forEachRemaining(
            entry -> value(name, label("reason", entry.getKey()), entry.getValue().asLong()));
  }

  private void phases() {
    String name = "phase_seconds";
    type(name, "summary", "Phases of a container's life in the pool.");
    status
        .get("phases")
        .fields()
        .forEachRemaining(entry -> phase(name, label("phase", entry.getKey()), entry.getValue()));
  }

  private void phase(String name, String phase, JsonNode times) {
    times
        .fields()
        .forEachRemaining(
            entry -> {
              if (entry.getKey().startsWith("0.")) {
                String quantile = phase + "," + label("quantile", entry.getKey());
                value(name, quantile, entry.getValue().asDouble());
              }
            });
    value(name + "_sum", phase, times.get("sum").asDouble());
    value(name + "_count", phase, times.get("count").asLong());
  }

  private void slots() {
    slotFigure("slot_containers", "Containers a slot has run.", "containers", 1);
    slotFigure("slot_metaspace_bytes", "Metaspace in use.", SlotFigure.METASPACE.key(), KIB);
    slotFigure("slot_code_bytes", "Compiled code.", SlotFigure.CODE.key(), KIB);
    slotFigure("slot_resident_bytes", "Resident memory.", SlotFigure.RSS.key(), KIB);
    slotFigure("slot_threads", "Threads.", SlotFigure.THREADS.key(), 1);
    slotFigure("slot_descriptors", "Open file descriptors.", SlotFigure.FDS.key(), 1);
    slotFigure(
        "slot_live_loaders", "Loaders of past containers.", SlotFigure.LIVE_LOADERS.key(), 1);
    slotFigure(
        "slot_mpi_objects_left",
        "MPI objects of past containers that the slot keeps.",
        SlotFigure.MPI_OBJECTS.key(),
        1);
    slotFigure(
        "slot_mpi_communicators",
        "Communicators of the slot's process.",
        SlotFigure.MPI_COMMUNICATORS.key(),
        1);
  }

  /** A slot that has not measured itself yet has none. */
  private void slotFigure(String name, String help, String key, long unit) {
    type(name, "gauge", help);
    for (JsonNode slot : status.get("slots")) {
      if (slot.has(key)) {
        value(name, label("slot", slot.get("slot").asText()), slot.get(key).asLong() * unit);
      }
    }
  }

  private void gauge(String name, String help, Number value) {
    type(name, "gauge", help);
    value(name, "", value);
  }

  private void counter(String name, String help) {
    type(name, "counter", help);
  }

  private void type(String name, String type, String help) {
    out.append("# HELP ").append(PREFIX).append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(PREFIX).append(name).append(' ').append(type).append('\n');
  }

  private void value(String name, String labels, Number value) {
    out.append(PREFIX).append(name);
    if (!labels.isEmpty()) {
      out.append('{').append(labels).append('}');
    }
    out.append(' ').append(value).append('\n');
  }

  private static String label(String name, String value) {
    String quoted = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return name + "=\"" + quoted + "\"";
  }
}
