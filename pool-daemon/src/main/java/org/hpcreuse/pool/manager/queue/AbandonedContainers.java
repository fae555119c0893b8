/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.Lease;
import org.hpcreuse.pool.manager.state.Pool;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.wire.Message;

/**
 * Ends containers whose NodeManager has gone and that none has taken up again within a bound, and
 * forgets exit statuses that none has asked for: the NodeManager may have died after it had taken
 * one. YARN has given them up then and runs their work elsewhere. Most are taken up: by the next
 * NodeManager, which knows a container by its pid file; one that got its slot in the last moment
 * has none.
 */
public final class AbandonedContainers {
  private static final Logger LOG = Logger.getLogger(AbandonedContainers.class.getName());

  private final Pool pool;
  private final LaunchHandler launches;

  /** Leases without an executor, and since when. */
  private final Map<Lease, Long> sinceMs = new HashMap<>();

  /** What nobody has taken, and since when. */
  private final Map<Message.Exited, Long> finishedMs = new HashMap<>();

  public AbandonedContainers(Pool pool, LaunchHandler launches) {
    this.pool = pool;
    this.launches = launches;
  }

  /** Looks who has lost its executor, or has been without one for too long. */
  public void review() {
    long now = pool.time().nowMs();
    long boundMs = pool.settings().orphanMs();
    sinceMs.keySet().removeIf(lease -> !isOrphan(lease));
    for (Lease lease : pool.leases().open()) {
      if (lease.executor() == SlotProcess.NONE && sinceMs.putIfAbsent(lease, now) == null) {
        // What is done after every event is done then: review.
        pool.timers().after(boundMs, () -> {});
      }
    }
    sinceMs.forEach(
        (lease, since) -> {
          if (now - since >= boundMs && !lease.isKilled()) {
            LOG.warning(
                () ->
                    lease.containerId()
                        + ": no NodeManager has asked for it within "
                        + boundMs
                        + " ms, ended");
            launches.kill(lease);
          }
        });
    reviewFinished(now, boundMs);
  }

  /** No timer is needed: nobody waits for it. */
  private void reviewFinished(long now, long boundMs) {
    List<Message.Exited> finished = pool.leases().finished();
    finishedMs.keySet().retainAll(Set.copyOf(finished));
    for (Message.Exited exited : finished) {
      Long since = finishedMs.putIfAbsent(exited, now);
      if (since != null && now - since >= boundMs) {
        String container = exited.containerId();
        LOG.info(() -> container + ": no NodeManager has asked for its status, forgotten");
        finishedMs.remove(exited);
        pool.leases().collected(new Message.Collected(container, exited.lease()));
      }
    }
  }

  private boolean isOrphan(Lease lease) {
    return lease.executor() == SlotProcess.NONE
        && pool.leases().find(lease.containerId()).filter(open -> open == lease).isPresent();
  }
}
