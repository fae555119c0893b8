/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.master.core.Event;
import org.hpcreuse.gang.master.core.ResourceRequests;

/**
 * The conversation with the ResourceManager. A thread asks it again and again; as long as something
 * is expected of it soon, it does so often. All other methods are for the master's thread.
 */
final class Heartbeat implements ResourceRequests, Closeable {
  /** The interval of MapReduce by default. */
  private static final long SLOW_MS = 1_000;

  /** The first pause while something is expected; each is longer than the last by a quarter. */
  private static final long FAST_MS = 10;

  private static final int GROWTH = 4;
  private static final Priority PRIORITY = Priority.newInstance(1);

  private final AMRMClient<ContainerRequest> manager = AMRMClient.createAMRMClient();
  private final Resource container;
  private final Consumer<Event> events;
  private final List<ContainerRequest> open = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "gang-heartbeat");

  /** Guarded by {@link #manager}, as the next. */
  private boolean eager;

  private long pauseMs = FAST_MS;
  private boolean closed;
  private volatile float progress;

  /**
   * Makes one.
   *
   * @param container what a rank needs
   */
  Heartbeat(Resource container, Consumer<Event> events) {
    this.container = container;
    this.events = events;
    thread.setDaemon(true);
  }

  /** Registers the ApplicationMaster and begins. */
  void register(Configuration conf, String host, int port) throws IOException, YarnException {
    manager.init(conf);
    manager.start();
    manager.registerApplicationMaster(host, port, "");
    thread.start();
  }

  @Override
  public void request(int count) {
    for (int i = 0; i < count; i++) {
      ContainerRequest request = new ContainerRequest(container, null, null, PRIORITY);
      open.add(request);
      manager.addContainerRequest(request);
    }
    expectNews();
  }

  @Override
  public void taken() {
    if (!open.isEmpty()) {
      manager.removeContainerRequest(open.remove(open.size() - 1));
    }
  }

  @Override
  public void cancelRequests() {
    while (!open.isEmpty()) {
      taken();
    }
    expectNews();
  }

  @Override
  public void release(List<Container> containers) {
    containers.forEach(each -> manager.releaseAssignedContainer(each.getId()));
    expectNews();
  }

  @Override
  public void avoid(Set<String> hosts) {
    manager.updateBlacklist(List.copyOf(hosts), List.of());
  }

  @Override
  public void avoidNoMore(Set<String> hosts) {
    manager.updateBlacklist(List.of(), List.copyOf(hosts));
  }

  @Override
  public void expectNews() {
    synchronized (manager) {
      eager = true;
      pauseMs = FAST_MS;
      manager.notifyAll();
    }
  }

  @Override
  public void relax() {
    synchronized (manager) {
      eager = false;
    }
  }

  @Override
  public void progress(float share) {
    progress = share;
  }

  private void run() {
    try {
      while (isToGoOn()) {
        AllocateResponse response = manager.allocate(progress);
        if (!response.getAllocatedContainers().isEmpty()) {
          events.accept(new Event.Allocated(List.copyOf(response.getAllocatedContainers())));
        }
        for (ContainerStatus status : response.getCompletedContainersStatuses()) {
          events.accept(Event.Completed.of(status));
        }
      }
    } catch (ApplicationAttemptNotFoundException e) {
      events.accept(new Event.Stop("YARN has ended the application"));
    } catch (IOException | YarnException | RuntimeException e) {
      events.accept(new Event.Stop("the ResourceManager does not answer: " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isToGoOn() throws InterruptedException {
    synchronized (manager) {
      if (!closed) {
        manager.wait(eager ? pauseMs : SLOW_MS);
        pauseMs = Math.min(SLOW_MS, pauseMs + 1 + pauseMs / GROWTH);
      }
      return !closed;
    }
  }

  /** Tells the ResourceManager how the application has ended. */
  void unregister(FinalApplicationStatus status, String diagnostics)
      throws IOException, YarnException {
    stop();
    manager.unregisterApplicationMaster(status, diagnostics, "");
  }

  private void stop() {
    synchronized (manager) {
      closed = true;
      manager.notifyAll();
    }
  }

  @Override
  public void close() {
    stop();
    manager.stop();
  }
}
