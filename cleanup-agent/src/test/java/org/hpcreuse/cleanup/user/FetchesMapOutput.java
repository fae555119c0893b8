/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.Fetcher;

/** Leaves a reduce's thread behind that cannot connect to a node with map output. */
public final class FetchesMapOutput implements Callable<Object> {
  private static final int TIMEOUT_MS = (int) TimeUnit.MINUTES.toMillis(3);

  @Override
  public Object call() {
    Thread fetcher = new ConnectsForLong();
    fetcher.start();
    return fetcher;
  }

  private static final class ConnectsForLong extends Fetcher<Object, Object> {
    /** Named as the field of the superclass. */
    private final AtomicBoolean stopped = new AtomicBoolean();

    ConnectsForLong() {
      super(new JobConf(false), new TaskAttemptID(), null, null, Reporter.NULL, null, null, null);
    }

    @Override
    public void work() {
      try {
        Method connect = Fetcher.class.getDeclaredMethod("connect", URLConnection.class, int.class);
        connect.setAccessible(true);
        connect.invoke(this, nobody(), TIMEOUT_MS);
      } catch (InvocationTargetException e) {
        stopped.set(true); // It could not connect.
      } catch (ReflectiveOperationException | IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** A connection to a port that nobody listens on. */
    private static URLConnection nobody() throws IOException {
      try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return URI.create("http://127.0.0.1:" + taken.getLocalPort()).toURL().openConnection();
      }
    }
  }
}
