/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Inherits a finalizer of the JDK. */
public final class Pool extends ThreadPoolExecutor {
  static int pools;

  private Pool() {
    super(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
    pools++;
  }

  /** Makes one, without a thread. */
  public static String show() {
    return new Pool().getPoolSize() + " " + pools;
  }
}
