/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

import java.io.IOException;
import org.hpcreuse.nodemanager.launch.ManagerClient;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.files.Telemetry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells benchmarks of each container, when the pool's options ask for it. Thread-safe. */
public final class PhaseLog {
  private static final String NAME = "launches.jsonl";
  private static final Logger LOG = LoggerFactory.getLogger(PhaseLog.class);
  private final ManagerClient pool;

  public PhaseLog(ManagerClient pool) {
    this.pool = pool;
  }

  /** Writes a record; a failure costs a log line and nothing else. */
  public synchronized void append(LaunchRecord phases) {
    try {
      PoolFiles files = pool.session().files();
      Telemetry telemetry = Telemetry.of(files, NAME);
      if (telemetry.isOn()) {
        telemetry.append(phases.toJson());
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("{}: phases not written", phases.container(), e);
    }
  }
}
