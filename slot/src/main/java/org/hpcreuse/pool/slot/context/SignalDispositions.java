/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.pool.slot.process.LibC;
import org.hpcreuse.protocol.ContainerSignal;

/**
 * What happens when a signal comes, from every source: also a handler that native code has put in
 * the place of the JVM's own, and the one of the JVM that Java's API cannot give back.
 */
final class SignalDispositions implements ProcessTrait {
  /** Room for struct sigaction of glibc and musl on any 64-bit machine (152 bytes at most). */
  private static final int STRUCT_BYTES = 256;

  private static final int LAST = 64;
  private static final int STOP = 19;

  /**
   * KILL and STOP; those that the C library keeps for itself (32 to 34); and the one by which the
   * JDK wakes threads that block in a system call (62): it handles that from when its libraries for
   * files and sockets are loaded, which may be in a container's time.
   */
  private static final Set<Integer> NOT_ASKED =
      Set.of(ContainerSignal.KILL.number(), STOP, 32, 33, 34, 62);

  private final Map<Integer, byte[]> before = current();

  private static Map<Integer, byte[]> current() {
    Map<Integer, byte[]> actions = new TreeMap<>();
    for (int signal = 1; signal <= LAST; signal++) {
      if (!NOT_ASKED.contains(signal)) {
        byte[] action = new byte[STRUCT_BYTES];
        LibC.sigaction(signal, null, action);
        actions.put(signal, action);
      }
    }
    return actions;
  }

  @Override
  public void restore() throws IOException {
    Map<Integer, byte[]> now = current();
    for (Map.Entry<Integer, byte[]> was : before.entrySet()) {
      if (!Arrays.equals(was.getValue(), now.get(was.getKey()))) {
        try {
          LibC.sigaction(was.getKey(), was.getValue(), null);
        } catch (LastErrorException e) {
          throw new IOException("disposition of signal " + was.getKey(), e);
        }
      }
    }
  }
}
