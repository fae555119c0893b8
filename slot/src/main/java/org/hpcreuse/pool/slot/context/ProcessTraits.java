/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
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
            new Scheduling(),
            new Timers(),
            new ProcessControls(),
            new Session(),
            new CLocale(),
            new OomScore(),
            new ProcessName(),
            new KernelStatus());
  }

  /** A container is about to begin: what others may change from outside counts from now on. */
  void begin() {
    traits.forEach(ProcessTrait::begin);
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

    /** Remembers it once more, if the site may change it while the slot lives. */
    default void begin() {}
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
   * How the kernel treats the threads: nice values, policies, processors, and the order of their
   * input and output. Linux keeps them for each thread, and a new one has its maker's. A nice value
   * that was raised can be lowered again only with the capability CAP_SYS_NICE, or as far as
   * RLIMIT_NICE lets.
   */
  private static final class Scheduling implements ProcessTrait {
    private static final int PRIO_PROCESS = 0;
    private static final int IOPRIO_WHO_PROCESS = 1;
    private static final int IOPRIO_CLASS_SHIFT = 13;

    /** For 8192 processors, the most that Linux knows. */
    private static final int MASK_BYTES = 1024;

    private static final File THREADS = new File("/proc/self/task");

    private Values before = Values.of(0);

    /** Of one thread; 0 is the calling one. */
    private record Values(int nice, int policy, BitSet processors, long ioPriority) {
      static Values of(int thread) {
        byte[] mask = new byte[MASK_BYTES];
        LibC.sched_getaffinity(thread, mask.length, mask);
        return new Values(
            LibC.getpriority(PRIO_PROCESS, thread),
            LibC.sched_getscheduler(thread),
            BitSet.valueOf(mask),
            known(LibC.syscall(SystemCalls.own().ioprioGet(), IOPRIO_WHO_PROCESS, thread, 0)));
      }

      /** Without a class of its own, the kernel may tell any level: it follows the nice value. */
      private static long known(long ioPriority) {
        return ioPriority >> IOPRIO_CLASS_SHIFT == 0 ? 0 : ioPriority;
      }
    }

    @Override
    public void begin() {
      before = Values.of(0);
    }

    @Override
    public void restore() throws IOException {
      for (String thread : ProcessStatus.threads()) {
        restore(Integer.parseInt(thread));
      }
    }

    /** A thread that has ended meanwhile has no values. */
    private void restore(int thread) throws IOException {
      try {
        Values now = Values.of(thread);
        if (!now.equals(before)) {
          restore(thread, now);
        }
      } catch (LastErrorException e) {
        if (new File(THREADS, Integer.toString(thread)).exists()) {
          throw new IOException(
              "nice value, policy, processors or I/O priority of thread " + thread, e);
        }
      }
    }

    private void restore(int thread, Values now) {
      if (now.policy() != before.policy()) {
        LibC.sched_setscheduler(thread, before.policy(), new int[1]);
      }
      if (now.nice() != before.nice()) {
        LibC.setpriority(PRIO_PROCESS, thread, before.nice());
      }
      if (!now.processors().equals(before.processors())) {
        byte[] mask = before.processors().toByteArray();
        LibC.sched_setaffinity(thread, mask.length, mask);
      }
      if (now.ioPriority() != before.ioPriority()) {
        LibC.syscall(
            SystemCalls.own().ioprioSet(), IOPRIO_WHO_PROCESS, thread, before.ioPriority());
      }
    }
  }

  /**
   * Timers that send a signal: alarm(2), setitimer(2) and timer_create(2). The JVM has none. They
   * would kill the slot in the time of another container.
   */
  private static final class Timers implements ProcessTrait {
    /** ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF. */
    private static final int INTERVAL_TIMERS = 3;

    /** Seconds and microseconds, of the interval and to the next signal. */
    private static final int FIELDS = 4;

    private static final Path CREATED = Path.of("/proc/self/timers");
    private static final String ID = "ID: ";

    @Override
    public void restore() throws IOException {
      for (int which = 0; which < INTERVAL_TIMERS; which++) {
        long[] timer = new long[FIELDS];
        LibC.getitimer(which, timer);
        if (!Arrays.equals(timer, new long[FIELDS])) {
          LibC.setitimer(which, new long[FIELDS], null);
        }
      }
      if (Files.exists(CREATED)) {
        for (String line : Files.readAllLines(CREATED)) {
          if (line.startsWith(ID)) {
            delete(Long.parseLong(line.substring(ID.length()).strip()));
          }
        }
      }
    }

    private static void delete(long timer) throws IOException {
      try {
        LibC.syscall(SystemCalls.own().timerDelete(), timer, 0, 0);
      } catch (LastErrorException e) {
        throw new IOException("timer " + timer + " cannot be deleted", e);
      }
    }
  }

  /** What prctl(2) sets for the whole process and gives back as a number. */
  private static final class ProcessControls implements ProcessTrait {
    private static final int GET_SUBREAPER = 37;
    private static final int SET_SUBREAPER = 36;

    /** Whether it may be traced and dumps its core; whether it does without huge pages. */
    private static final Map<Integer, Integer> SET_BY_GET = Map.of(3, 4, 42, 41);

    private final Map<Integer, Integer> before = current();

    private static Map<Integer, Integer> current() {
      Map<Integer, Integer> values = new TreeMap<>();
      try (Memory value = new Memory(Integer.BYTES)) {
        value.setInt(0, 0);
        LibC.prctl(GET_SUBREAPER, Pointer.nativeValue(value), 0, 0, 0);
        values.put(SET_SUBREAPER, value.getInt(0));
      }
      SET_BY_GET.forEach((get, set) -> values.put(set, LibC.prctl(get, 0, 0, 0, 0)));
      return values;
    }

    @Override
    public void restore() throws IOException {
      Map<Integer, Integer> now = current();
      for (Map.Entry<Integer, Integer> was : before.entrySet()) {
        if (!was.getValue().equals(now.get(was.getKey()))) {
          try {
            LibC.prctl(was.getKey(), was.getValue(), 0, 0, 0);
          } catch (LastErrorException e) {
            throw new IOException("prctl(" + was.getKey() + ", " + was.getValue() + ")", e);
          }
        }
      }
    }
  }

  /** Process group and session: who leaves its session cannot come back. */
  private static final class Session implements ProcessTrait {
    private final int group = LibC.getpgid(0);
    private final int session = LibC.getsid(0);

    @Override
    public void restore() throws IOException {
      try {
        if (LibC.getpgid(0) != group) {
          LibC.setpgid(0, group);
        }
      } catch (LastErrorException e) {
        throw new IOException("process group " + group + " was left", e);
      }
      if (LibC.getsid(0) != session) {
        throw new IOException("session " + session + " was left for good");
      }
    }
  }

  /** The locale of the C library, which native code formats numbers and texts by. */
  private static final class CLocale implements ProcessTrait {
    private static final int LC_ALL = 6;

    private final String before = LibC.setlocale(LC_ALL, null);

    @Override
    public void restore() throws IOException {
      if (!before.equals(LibC.setlocale(LC_ALL, null)) && LibC.setlocale(LC_ALL, before) == null) {
        throw new IOException("the C library's locale cannot be " + before + " again");
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

  /**
   * Users, groups, capabilities, seccomp: a process that gives them up cannot get them back. Memory
   * that was locked can be unlocked, as long as the slot has locked none itself.
   */
  private static final class KernelStatus implements ProcessTrait {
    private static final String LOCKED = "VmLck";

    private final Map<String, String> before = current();

    private static Map<String, String> current() {
      return ProcessStatus.fields(
          "Uid",
          "Gid",
          "Groups",
          "CapInh",
          "CapPrm",
          "CapEff",
          "CapBnd",
          "NoNewPrivs",
          "Seccomp",
          LOCKED);
    }

    @Override
    public void restore() throws IOException {
      Map<String, String> now = current();
      if (!now.get(LOCKED).equals(before.get(LOCKED)) && before.get(LOCKED).equals("0 kB")) {
        LibC.munlockall();
      }
      now.put(LOCKED, before.get(LOCKED));
      if (!now.equals(before)) {
        throw new IOException("privileges were given up: " + before + " became " + now);
      }
    }
  }

  /**
   * Numbers of system calls for which the C library has no function.
   *
   * <p>Source: Linux, asm/unistd_64.h and asm-generic/unistd.h.
   */
  private record SystemCalls(long ioprioSet, long ioprioGet, long timerDelete) {
    private static final Map<String, SystemCalls> BY_PROCESSOR =
        Map.of("amd64", new SystemCalls(251, 252, 226), "aarch64", new SystemCalls(30, 31, 111));

    static SystemCalls own() {
      String processor = System.getProperty("os.arch");
      SystemCalls calls = BY_PROCESSOR.get(processor);
      if (calls == null) {
        throw new UnsupportedOperationException("system calls of " + processor + " are not known");
      }
      return calls;
    }
  }
}
