/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hpcreuse.pool.manager.process.BesideLoop;

/**
 * Does what a disk or another process may hold up, in a thread beside the event loop, one after the
 * other. What comes of it is dealt with in the loop. Begun and delivered by the loop alone.
 */
final class FileWork implements BesideLoop, Closeable {
  private final Runnable wakeUp;
  private final ThreadPoolExecutor thread;
  private final Queue<Runnable> done = new ConcurrentLinkedQueue<>();

  /**
   * For one kind of work.
   *
   * @param wakeUp has the loop call {@link #next}
   */
  FileWork(String name, Runnable wakeUp) {
    this.wakeUp = wakeUp;
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread worker = new Thread(work, name);
              worker.setDaemon(true);
              return worker;
            },
            // The pool has ended.
            new ThreadPoolExecutor.DiscardPolicy());
    // When there is work, there may be no thread to be had.
    thread.prestartCoreThread();
  }

  @Override
  public <T> void begin(Callable<T> work, Consumer<T> then, Consumer<Exception> failed) {
    thread.execute(
        () -> {
          try {
            T result = work.call();
            done.add(() -> then.accept(result));
          } catch (Exception e) {
            done.add(() -> failed.accept(e));
          } catch (Error e) { // of memory, for example: the loop waits for an answer
            done.add(() -> failed.accept(new IOException(e.toString(), e)));
          }
          wakeUp.run();
        });
  }

  /** What is to be done in the loop about the next thing that is done, if there is one. */
  Optional<Runnable> next() {
    return Optional.ofNullable(done.poll());
  }

  /** Lets what has been begun be done, for a bounded time. */
  void finish(long boundMs) throws InterruptedException {
    thread.shutdown();
    thread.awaitTermination(boundMs, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
