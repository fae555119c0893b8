/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * {@code ManyReferences COUNT}: gives the JDK's thread for references so many that know classes of
 * the container that HotSpot compiles that thread's loop.
 */
public final class ManyReferences {
  /** Between two collections. */
  private static final int ROUND = 20_000;

  private ManyReferences() {}

  /** What the JDK puts into a queue. */
  private static final class Reference extends WeakReference<Object> {
    Reference(Object referent, ReferenceQueue<Object> queue) {
      super(referent, queue);
    }
  }

  /** Where it puts it. */
  private static final class Queue extends ReferenceQueue<Object> {}

  /** Makes them, and lets go of them. */
  public static void main(String[] args) {
    int count = Integer.parseInt(args[0]);
    Queue queue = new Queue();
    Reference[] references = new Reference[ROUND];
    int queued = 0;
    for (int i = 1; i <= count; i++) {
      references[i % ROUND] = new Reference(new Object(), queue);
      if (i % ROUND == 0) {
        System.gc();
        while (queue.poll() != null) {
          queued++;
        }
      }
    }
    System.out.println("queued " + (queued > 0 && references[0] != null));
  }
}
