/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.pool.slot.process.LibC;
import org.hpcreuse.pool.slot.process.ProcessStatus;
import org.hpcreuse.protocol.ContainerSignal;

/** All that the kernel keeps of the slot's process and that a container can change. */
final class ProcessTraits {
  private final List<ProcessTrait> traits;

  /** As it is now: MPI is up, and no container has run. */
  ProcessTraits() throws IOException {
    traits =
        List.of(
            new FileModeMask(),
            new SignalDispositions(),
            new ResourceLimits(),
            new Niceness(),
            new OomScore(),
            new ProcessName(),
            new Privileges());
  }

  /**
   * Makes all what it was.
   *
   * @return empty, or why the slot must be retired
   */
  String restore() {
    StringBuilder failed = new StringBuilder();
    for (ProcessTrait trait : traits) {
      try {
        trait.restore();
      } catch (IOException e) {
        failed.append(failed.isEmpty() ? "" : "; ");
        failed.append(trait.getClass().getSimpleName()).append(": ").append(e.getMessage());
      }
    }
    return failed.toString();
  }

  /**
   * Something that the kernel keeps of a process and that code in it can change by a system call.
   * It remembers what was when it was made. Used by the slot's runner thread, between containers.
   */
  private interface ProcessTrait {
    /**
     * Makes it what it was; costs next to nothing when it is.
     *
     * @throws IOException when the kernel does not let this process, and the slot must be retired
     */
    void restore() throws IOException;
  }

  /** The umask. */
  private static final class FileModeMask implements ProcessTrait {
    private final int before = ProcessStatus.umask();

    @Override
    public void restore() {
      LibC.umask(before);
    }
  }

  /**
   * What happens when a signal comes, from every source: also a handler that native code has put in
   * the place of the JVM's own, and the one of the JVM that Java's API cannot give back.
   */
  private static final class SignalDispositions implements ProcessTrait {
    /** Room for struct sigaction of glibc and musl on any 64-bit machine (152 bytes at most). */
    private static final int STRUCT_BYTES = 256;

    private static final int LAST = 64;
    private static final int STOP = 19;

    /**
     * KILL and STOP; those that the C library keeps for itself (32 to 34); and the one by which the
     * JDK wakes threads that block in a system call (62): it handles that from when its libraries
     * for files and sockets are loaded, which may be in a container's time.
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

  /**
   * Limits of setrlimit(2). A soft limit can always be raised again; a hard one that was lowered
   * only with the capability CAP_SYS_RESOURCE.
   */
  private static final class ResourceLimits implements ProcessTrait {
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

  /**
   * The nice values of the threads, which Linux keeps for each thread: new ones have their maker's.
   * A value that was raised can be lowered again only with the capability CAP_SYS_NICE, or as far
   * as RLIMIT_NICE lets.
   */
  private static final class Niceness implements ProcessTrait {
    private static final int PRIO_PROCESS = 0;
    private static final File THREADS = new File("/proc/self/task");

    private final int before = LibC.getpriority(PRIO_PROCESS, 0);

    @Override
    public void restore() throws IOException {
      String[] threads = THREADS.list();
      for (String thread : threads == null ? new String[0] : threads) {
        restore(Integer.parseInt(thread));
      }
    }

    /** A thread that has ended meanwhile has no value. */
    private void restore(int thread) throws IOException {
      try {
        if (LibC.getpriority(PRIO_PROCESS, thread) != before) {
          LibC.setpriority(PRIO_PROCESS, thread, before);
        }
      } catch (LastErrorException e) {
        if (new File(THREADS, Integer.toString(thread)).exists()) {
          throw new IOException("nice value of thread " + thread + " was raised for good", e);
        }
      }
    }
  }

  /**
   * How gladly the kernel kills this process when memory is short. A value that was raised can be
   * lowered again as far as it ever was set by root; beyond that only with CAP_SYS_RESOURCE.
   */
  private static final class OomScore implements ProcessTrait {
    private static final Path FILE = Path.of("/proc/self/oom_score_adj");

    private final String before = Files.readString(FILE);

    OomScore() throws IOException {}

    @Override
    public void restore() throws IOException {
      if (!Files.readString(FILE).equals(before)) {
        Files.writeString(FILE, before);
      }
    }
  }

  /** The name by which ps and top show the process: at most 15 bytes, no text of any encoding. */
  private static final class ProcessName implements ProcessTrait {
    private static final Path FILE = Path.of("/proc/self/comm");

    private final byte[] before = name();

    ProcessName() throws IOException {}

    @Override
    public void restore() throws IOException {
      if (!Arrays.equals(name(), before)) {
        Files.write(FILE, before);
      }
    }

    /** Without the line feed that the kernel puts after it, but would take for a part of it. */
    private static byte[] name() throws IOException {
      byte[] line = Files.readAllBytes(FILE);
      return Arrays.copyOf(line, line.length - 1);
    }
  }

  /** Users, groups, capabilities, seccomp: a process that gives them up cannot get them back. */
  private static final class Privileges implements ProcessTrait {
    private final Map<String, String> before = current();

    private static Map<String, String> current() {
      return ProcessStatus.fields(
          "Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp");
    }

    @Override
    public void restore() throws IOException {
      Map<String, String> now = current();
      if (!now.equals(before)) {
        throw new IOException("privileges were given up: " + before + " became " + now);
      }
    }
  }
}
