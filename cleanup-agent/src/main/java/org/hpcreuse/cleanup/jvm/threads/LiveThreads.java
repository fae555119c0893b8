/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The threads of this JVM, without the stack dumps that {@code getAllStackTraces} makes. */
public final class LiveThreads {
  private LiveThreads() {}

  /** Those that live, in no order, virtual ones included. */
  public static List<Thread> all() {
    List<Thread> all = new ArrayList<>(platform());
    all.addAll(VirtualThreads.all());
    return all;
  }

  /** Those that live and are no virtual ones, in no order. */
  public static List<Thread> platform() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[root.activeCount() + 32];
    int count = root.enumerate(threads, true);
    while (count == threads.length) {
      threads = new Thread[threads.length * 2];
      count = root.enumerate(threads, true);
    }
    return Arrays.asList(threads).subList(0, count);
  }
}
