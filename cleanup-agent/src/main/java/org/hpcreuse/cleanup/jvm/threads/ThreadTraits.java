/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Name, priority and handler of uncaught exceptions of the threads that stay: everybody can list
 * them, and set these.
 *
 * <p>Without it the handler keeps this container's loader, and a thread under another name is not
 * known as the JVM's own any more.
 */
public final class ThreadTraits implements Restorable<Map<Long, ThreadTraits.Traits>> {
  /** Of one thread; the handler is null while its group's counts. */
  record Traits(String name, int priority, UncaughtExceptionHandler handler) {
    static Traits of(Thread thread) {
      return new Traits(thread.getName(), thread.getPriority(), handlerOf(thread));
    }

    @SuppressWarnings("ThreadPriorityCheck") // puts back what was
    void applyTo(Thread thread) {
      Traits now = of(thread);
      if (!now.name.equals(name)) {
        thread.setName(name);
      }
      if (now.priority != priority) {
        thread.setPriority(priority);
      }
      if (now.handler != handler) {
        set(thread, handler);
      }
    }
  }

  @Override
  public Map<Long, Traits> capture(LoadedClasses framework) {
    Map<Long, Traits> traits = new HashMap<>();
    LiveThreads.all().forEach(thread -> traits.put(thread.getId(), Traits.of(thread)));
    return traits;
  }

  @Override
  public void restore(Map<Long, Traits> before, Release release) {
    for (Thread thread : LiveThreads.all()) {
      Traits was = before.get(thread.getId());
      if (was != null) {
        was.applyTo(thread);
      } else if (release.belongsToContainer(handlerOf(thread))) {
        set(thread, null);
      }
    }
  }

  /** Threads that are there are another source's to compare. */
  @Override
  public List<Residue> differences(Map<Long, Traits> before, Map<Long, Traits> after) {
    List<Residue> found = new ArrayList<>();
    before.forEach(
        (id, was) -> {
          Traits is = after.get(id);
          if (is != null) {
            found.addAll(Residues.of(kind(), "thread " + id, was, is));
          }
        });
    return found;
  }

  private static UncaughtExceptionHandler handlerOf(Thread thread) {
    try {
      return (UncaughtExceptionHandler) ReflectiveAccess.of(thread).get("uncaughtExceptionHandler");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.lang.Thread has changed", e);
    }
  }

  private static void set(Thread thread, UncaughtExceptionHandler handler) {
    try {
      ReflectiveAccess.of(thread).set("uncaughtExceptionHandler", handler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.lang.Thread has changed", e);
    }
  }
}
