/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.container;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;

/**
 * Hands signals to the container they are meant for. Keyed by lease: a signal that comes late never
 * reaches the slot's next container; one that comes before the container has begun is kept for it.
 * Nothing that may take long is done under its lock: a KILL must get through.
 */
public final class SignalDelivery {
  private static final long NONE = -1;

  /** What HotSpot exits with for {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int EXIT_ON_OUT_OF_MEMORY = 3;

  // All guarded by this.
  private long lease = NONE;
  private ContainerProcess process;
  private OutOfMemory onOutOfMemory = OutOfMemory.GO_ON;
  private final Set<ContainerSignal> early = new LinkedHashSet<>();
  private final List<ThreadDump> dumps = new ArrayList<>();

  /** From now on signals for this lease are taken. */
  public synchronized void expect(long newLease) {
    lease = newLease;
    process = null;
    early.clear();
  }

  /**
   * The container has begun.
   *
   * @param wish what happens to it when the JVM runs out of memory
   */
  public synchronized void attach(ContainerProcess newProcess, OutOfMemory wish) {
    process = newProcess;
    onOutOfMemory = wish;
    early.forEach(this::act);
  }

  /**
   * The container is over; later signals are dropped. It is not done before it has got its dumps,
   * for which its output may take a moment; afterwards nothing is written to it.
   */
  public void done() throws InterruptedException {
    for (ThreadDump dump : endLease()) {
      dump.finish();
    }
  }

  private synchronized List<ThreadDump> endLease() {
    lease = NONE;
    process = null;
    List<ThreadDump> left = List.copyOf(dumps);
    dumps.clear();
    return left;
  }

  public synchronized void deliver(long toLease, ContainerSignal signal) {
    if (toLease != lease) {
      return;
    }
    if (process == null) {
      early.add(signal);
    } else {
      act(signal);
    }
  }

  /** The JVM has run out of memory: the container ends if its command says so. */
  public synchronized void outOfMemory() {
    if (process == null) {
      return;
    }
    switch (onOutOfMemory) {
      case TERM -> act(ContainerSignal.TERM);
      case KILL -> act(ContainerSignal.KILL);
      case EXIT -> process.end(new ContainerEnd(EXIT_ON_OUT_OF_MEMORY, false, ""));
      case GO_ON -> {
        // It gets the error as any other.
      }
    }
  }

  private void act(ContainerSignal signal) {
    switch (signal) {
      case QUIT -> ThreadDump.begin(process).ifPresent(dumps::add);
      case HUP, INT, TERM -> process.end(new ContainerEnd(signal.exitStatus(), true, ""));
      case KILL -> {
        dumps.forEach(ThreadDump::cancel);
        process.kill();
      }
      case NULL -> {
        // The question was whether the container is there.
      }
    }
  }
}
