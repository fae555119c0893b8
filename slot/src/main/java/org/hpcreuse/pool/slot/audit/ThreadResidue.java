/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;
import org.hpcreuse.cleanup.jvm.threads.ThreadRules;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.pool.slot.process.SlotThreads;

/**
 * Threads that were not there when the slot was ready, with the top of their stacks. A thread
 * without a group has run the last of its code, even while the JVM still calls it alive.
 */
public final class ThreadResidue implements ResidueSource {
  private static final int FRAMES = 4;
  private static final String SLOT =
      "slot-thread: it serves the slot, no container code runs in it";

  private final SlotThreads groups;
  private final Set<Long> before;

  /** As they are now. */
  public ThreadResidue(SlotThreads groups) {
    this.groups = groups;
    before = LiveThreads.all().stream().map(Thread::getId).collect(Collectors.toSet());
  }

  @Override
  public List<Residue> residue() {
    List<Residue> found = new ArrayList<>();
    for (Thread thread : LiveThreads.all()) {
      ThreadGroup group = thread.getThreadGroup();
      if (group != null && !before.contains(thread.getId())) {
        String allowed = allowedBy(thread, group);
        found.add(new Residue("thread", Redacted.value(thread), "", top(thread), allowed));
      }
    }
    return found;
  }

  private String allowedBy(Thread thread, ThreadGroup group) {
    return group == groups.slot() || group == groups.release() || group == groups.framework()
        ? SLOT
        : ThreadRules.sharedBy(thread).orElse("");
  }

  private static String top(Thread thread) {
    StringBuilder text = new StringBuilder(thread.getState().toString());
    StackTraceElement[] stack = thread.getStackTrace();
    for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
      text.append(i == 0 ? " at " : " < ").append(stack[i]);
    }
    return text.toString();
  }
}
