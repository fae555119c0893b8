/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Leaves a web server's thread pool behind, whose threads swallow interrupts while it runs. */
public final class StartsWebServerPool implements Callable<Object> {
  @Override
  public Object call() throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool();
    pool.setName("user web");
    pool.start();
    CountDownLatch ran = new CountDownLatch(1);
    pool.execute(ran::countDown);
    ran.await();
    return pool;
  }
}
