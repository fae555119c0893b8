/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import com.sun.jna.Pointer;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public final class AbusesProcess {
  private AbusesProcess() {}

  /** Leaves timers that would send a signal which nobody handles, long after its end. */
  public static final class ArmsTimers {
    private static final int PROFILING = 2;
    private static final int PROFILING_SIGNAL = 27;
    private static final int MONOTONIC = 1;

    public static void main(String[] args) {
      NativeCall.of("alarm", 3600);
      NativeCall.of("setitimer", PROFILING, new long[] {0, 0, 3600, 0}, null);
      int[] event = new int[16];
      event[2] = PROFILING_SIGNAL;
      long[] timer = new long[1];
      NativeCall.of("timer_create", MONOTONIC, event, timer);
      NativeCall.of("timer_settime", timer[0], 0, new long[] {0, 0, 3600, 0}, null);
    }
  }

  /** Leaves all threads on one processor, at the end of the queue for input and output. */
  public static final class BindsThreads {
    private static final int WHO_PROCESS = 1;
    private static final int IDLE = 3 << 13;

    public static void main(String[] args) throws IOException {
      boolean isArm = System.getProperty("os.arch").equals("aarch64");
      for (String thread : new File("/proc/self/task").list()) {
        int id = Integer.parseInt(thread);
        NativeCall.of("sched_setaffinity", id, 8L, new long[] {1});
        NativeCall.of("syscall", isArm ? 30L : 251L, (long) WHO_PROCESS, (long) id, (long) IDLE);
      }
    }
  }

  /** Leaves another locale to the C library. */
  public static final class ChangesCLocale {
    private static final int CTYPE = 0;

    public static void main(String[] args) {
      String now = NativeCall.text("setlocale", CTYPE, null);
      NativeCall.text("setlocale", CTYPE, now.equals("C") ? "C.UTF-8" : "C");
    }
  }

  /** Leaves another working directory behind Java's back. */
  public static final class ChangesDirectoryNatively {
    public static void main(String[] args) {
      NativeCall.of("chdir", "/");
    }
  }

  /** Leaves signals ignored behind Java's back, one of them the JVM's own. */
  public static final class ChangesDispositions {
    private static final int USR1 = 10;
    private static final int USR2 = 12;
    private static final Pointer IGNORE = Pointer.createConstant(1);

    public static void main(String[] args) {
      NativeCall.of("signal", USR1, IGNORE);
      NativeCall.of("signal", USR2, IGNORE);
    }
  }

  /** Leaves handlers of its own for signals, one of which the JVM handles itself. */
  public static final class HandlesSignals {
    public static void main(String[] args) throws ReflectiveOperationException {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object own =
          Proxy.newProxyInstance(
              HandlesSignals.class.getClassLoader(), new Class<?>[] {handler}, (p, m, a) -> null);
      for (String name : List.of("HUP", "USR2")) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
      }
    }
  }

  /**
   * Leaves child processes, one of them no child any more, one with a name that the kernel has cut
   * within a letter.
   */
  public static final class LeavesChildren {
    public static void main(String[] args) throws IOException, InterruptedException {
      new ProcessBuilder(List.of("/bin/sleep", "60")).start();
      new ProcessBuilder(List.of("/bin/sh", "-c", "/bin/sleep 60 & exec /bin/sleep 60")).start();
      String cut =
          "f=./$(printf 'named_by_hand_\\303\\274'); cp /bin/sleep \"$f\"; \"$f\" 60 &"
              + " until [ \"$(cat /proc/$!/comm)\" != sh ]; do :; done";
      new ProcessBuilder(List.of("/bin/sh", "-c", cut)).start().waitFor();
    }
  }

  /** Leaves a lower limit of open files; the hard one stays. */
  public static final class LowersLimits {
    private static final int OPEN_FILES = 7;

    public static void main(String[] args) {
      long[] limits = new long[2];
      NativeCall.of("getrlimit", OPEN_FILES, limits);
      limits[0] = Math.min(limits[0] - 1, 1000);
      NativeCall.of("setrlimit", OPEN_FILES, limits);
    }
  }

  /** Leaves its process the first to be killed when memory is short. */
  public static final class RaisesOomScore {
    public static void main(String[] args) throws IOException {
      Files.writeString(Path.of("/proc/self/oom_score_adj"), "999");
    }
  }

  /** Leaves its process under another name, which the kernel has cut within a letter. */
  public static final class RenamesProcess {
    public static void main(String[] args) throws IOException {
      byte[] name = "named_by_hand_\u00fc".getBytes(StandardCharsets.UTF_8);
      Files.write(Path.of("/proc/self/comm"), name);
    }
  }

  /** Leaves the C library's environment changed behind Java's back. */
  public static final class SetsEnvironmentNatively {
    public static void main(String[] args) {
      NativeCall.of("setenv", "LEFT_BEHIND", "1", 1);
      NativeCall.of("setenv", "PATH", "/left/behind", 1);
      NativeCall.of("unsetenv", "CONTAINER_ID");
    }
  }

  /** Leaves a umask that nobody would have. */
  public static final class SetsUmask {
    public static void main(String[] args) {
      NativeCall.of("umask", 0057);
    }
  }
}
