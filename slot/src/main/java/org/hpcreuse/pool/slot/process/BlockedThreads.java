/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import com.sun.jna.LastErrorException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;

/**
 * Threads that wait in the kernel for a standard stream. The JDK repeats a read or write that a
 * signal has interrupted; when another file has the descriptor by then, the thread goes on.
 */
public final class BlockedThreads {
  /** The signal by which the JDK itself interrupts system calls; its handler does nothing. */
  private static final int INTERRUPT_SIGNAL = 62;

  private static final int LAST_STANDARD = 2;

  /** Numbers of system calls, which differ between processors. */
  private record Calls(long read, long write, long tgkill) {}

  private static final Map<String, Calls> BY_PROCESSOR =
      Map.of("amd64", new Calls(0, 1, 234), "aarch64", new Calls(63, 64, 131));

  private BlockedThreads() {}

  /**
   * Interrupts all threads that wait for descriptor 0, 1 or 2. Does nothing on a processor whose
   * numbers are not known, or when the kernel does not show where threads wait: such a thread does
   * not end, and the slot's process ends with it.
   */
  public static void interrupt() {
    Calls calls = BY_PROCESSOR.get(System.getProperty("os.arch"));
    if (calls == null || !isSignalCaught()) {
      return;
    }
    String[] threads = new File("/proc/self/task").list();
    for (String thread : threads == null ? new String[0] : threads) {
      if (waits(thread, calls)) {
        interrupt(Long.parseLong(thread), calls);
      }
    }
  }

  private static void interrupt(long thread, Calls calls) {
    try {
      LibC.syscall(calls.tgkill(), ProcessHandle.current().pid(), thread, INTERRUPT_SIGNAL);
    } catch (LastErrorException e) {
      // It has ended meanwhile.
    }
  }

  /** Its default action would end the process. */
  private static boolean isSignalCaught() {
    String caught = ProcessStatus.fields("SigCgt").getOrDefault("SigCgt", "0");
    return (Long.parseUnsignedLong(caught, 16) >>> (INTERRUPT_SIGNAL - 1) & 1) == 1;
  }

  /** The kernel shows «NUMBER 0xARGUMENT …», or «running». */
  private static boolean waits(String thread, Calls calls) {
    try {
      String[] words =
          Files.readString(
                  new File("/proc/self/task/" + thread + "/syscall").toPath(),
                  StandardCharsets.US_ASCII)
              .split(" ", -1);
      if (words.length < 2 || !isCall(words[0], calls)) {
        return false;
      }
      return Long.parseUnsignedLong(words[1].substring("0x".length()), 16) <= LAST_STANDARD;
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  private static boolean isCall(String number, Calls calls) {
    return number.equals(Long.toString(calls.read()))
        || number.equals(Long.toString(calls.write()));
  }
}
