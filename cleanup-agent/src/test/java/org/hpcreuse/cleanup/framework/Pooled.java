/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Works in threads of its own. */
public final class Pooled {
  public static final ExecutorService POOL = Executors.newCachedThreadPool();

  private Pooled() {}
}
