/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.pool.slot.process.ProcessStatus;

/**
 * What the kernel tells of this process in /proc/self: each file and each link, that of {@code
 * status} line by line. The list is what this kernel has. Only what measures the process is left
 * out, and what other audits compare.
 *
 * <p>Used by the runner thread, between containers.
 */
public final class KernelResidue implements ResidueSource {
  private static final Path SELF = Path.of("/proc/self");
  private static final String STATUS = "status";
  private static final String THREADS = "task";

  /** Figures of memory, time and scheduling; the mounts of the machine. */
  private static final Set<String> MEASURES =
      Set.of(
          "arch_status",
          "clear_refs",
          "io",
          "ksm_merging_pages",
          "ksm_stat",
          "latency",
          "maps",
          "mem",
          "mountinfo",
          "mounts",
          "mountstats",
          "numa_maps",
          "oom_score",
          "patch_state",
          "pagemap",
          "sched",
          "schedstat",
          "smaps",
          "smaps_rollup",
          "stack",
          "stat",
          "statm",
          "syscall",
          "wchan");

  /**
   * Lines of {@code status}: figures, signals that are on their way, and what others decide: who is
   * its parent, who traces it, and which threads share memory (NUMA).
   */
  private static final Set<String> STATUS_MEASURES =
      Set.of(
          "State",
          "PPid",
          "TracerPid",
          "Ngid",
          "FDSize",
          "Threads",
          "SigQ",
          "SigPnd",
          "ShdPnd",
          "HugetlbPages",
          "voluntary_ctxt_switches",
          "nonvoluntary_ctxt_switches");

  /** The JVM's and MPI's memory; what is locked of it counts. */
  private static final List<String> MEMORY = List.of("Vm", "Rss");

  private static final String LOCKED = "VmLck";

  /**
   * The signal by which the JDK wakes threads that wait in a system call is caught from when its
   * libraries for files and sockets are loaded.
   *
   * <p>Source: OpenJDK 17 to 25, NativeThread.c, {@code __SIGRTMAX - 2}.
   */
  private static final long WAKE_UP = 1L << (62 - 1);

  private static final String CAUGHT = "SigCgt";
  private static final int HEXADECIMAL = 16;

  private final Map<String, String> before;

  /** As it is now. */
  public KernelResidue() throws IOException {
    before = now(ProcessStatus.threads());
    // What a look changes by itself is no state of a container.
    before.entrySet().retainAll(now(ProcessStatus.threads()).entrySet());
  }

  @Override
  public List<Residue> residue() throws IOException {
    return differences(now(ProcessStatus.threads()), true);
  }

  /** What differs of the process, its threads left out. */
  public List<Residue> ofProcess() throws IOException {
    return differences(now(Set.of()), false);
  }

  /** A thread that has ended is no difference: the JVM's own come and go. */
  private List<Residue> differences(Map<String, String> now, boolean ofThreads) {
    List<Residue> found = new ArrayList<>();
    before.forEach(
        (place, value) -> {
          String present = now.get(place);
          boolean isThreads = place.startsWith(THREADS);
          boolean isLookedAt = !isThreads || (ofThreads && present != null);
          if (isLookedAt && !value.equals(present)) {
            found.add(
                new Residue(
                    "kernel", place, shown(value), present == null ? "" : shown(present), ""));
          }
        });
    return found;
  }

  private static String shown(String value) {
    return value.length() <= Long.SIZE && value.chars().allMatch(c -> c >= ' ' && c <= '~')
        ? Redacted.name(value)
        : Redacted.hash(value);
  }

  private static Map<String, String> now(Set<String> threads) throws IOException {
    Map<String, String> values = new TreeMap<>();
    File[] files = SELF.toFile().listFiles();
    if (files == null) {
      throw new IOException(SELF + " cannot be read");
    }
    for (File file : files) {
      if (!MEASURES.contains(file.getName())) {
        look(file.toPath(), values);
      }
    }
    for (File space : list(SELF.resolve("ns"))) {
      look(space.toPath(), values);
    }
    for (String id : threads) {
      lines(SELF.resolve(THREADS).resolve(id).resolve(STATUS))
          .forEach((name, value) -> values.put(place(id, name), value));
    }
    return values;
  }

  private static File[] list(Path directory) {
    File[] files = directory.toFile().listFiles();
    return files == null ? new File[0] : files;
  }

  private static String place(String thread, String name) {
    return THREADS + "/" + thread + "/" + name;
  }

  private static void look(Path file, Map<String, String> values) {
    String name = SELF.relativize(file).toString();
    if (name.equals(STATUS)) {
      lines(file).forEach((line, value) -> values.put(STATUS + "/" + line, value));
    } else if (Files.isSymbolicLink(file)) {
      values.put(name, link(file));
    } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      values.put(name, text(file));
    }
  }

  /** What cannot be read now may have been readable before: that is a difference, too. */
  private static String link(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private static Map<String, String> lines(Path status) {
    Map<String, String> values = new TreeMap<>();
    text(status)
        .lines()
        .map(line -> line.split(":", 2))
        .filter(field -> field.length == 2 && isState(field[0]))
        .forEach(field -> values.put(field[0], value(field[0], field[1].strip())));
    return values;
  }

  private static boolean isState(String name) {
    boolean isMeasure =
        STATUS_MEASURES.contains(name) || MEMORY.stream().anyMatch(name::startsWith);
    return name.equals(LOCKED) || !isMeasure;
  }

  private static String value(String name, String text) {
    return name.equals(CAUGHT)
        ? Long.toHexString(Long.parseUnsignedLong(text, HEXADECIMAL) | WAKE_UP)
        : text;
  }
}
