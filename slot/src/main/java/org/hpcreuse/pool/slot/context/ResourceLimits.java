/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.util.Arrays;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * Limits of setrlimit(2). A soft limit can always be raised again; a hard one that was lowered only
 * with the capability CAP_SYS_RESOURCE.
 */
final class ResourceLimits implements ProcessTrait {
  /** RLIMIT_CPU to RLIMIT_RTTIME. */
  private static final int COUNT = 16;

  private final long[][] before = current();

  private static long[][] current() {
    long[][] limits = new long[COUNT][2];
    for (int resource = 0; resource < COUNT; resource++) {
      LibC.getrlimit(resource, limits[resource]);
    }
    return limits;
  }

  @Override
  public void restore() throws IOException {
    long[][] now = current();
    for (int resource = 0; resource < COUNT; resource++) {
      if (!Arrays.equals(before[resource], now[resource])) {
        try {
          LibC.setrlimit(resource, before[resource]);
        } catch (LastErrorException e) {
          throw new IOException("limit of resource " + resource + " was lowered for good", e);
        }
      }
    }
  }
}
