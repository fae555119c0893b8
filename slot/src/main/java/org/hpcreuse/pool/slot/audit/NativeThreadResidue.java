/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.jvm.threads.LiveThreads;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.pool.slot.process.ProcessStatus;

/**
 * Threads of the process that are none of Java, /proc/self/task: native code of a container has
 * started them, and nothing can end them. The kernel does not tell whose a thread is. So threads
 * and Java's threads are counted, by their names and then as a whole.
 *
 * <p>Used by the runner thread, between containers.
 */
public final class NativeThreadResidue implements ResidueSource {
  private static final Path THREADS = Path.of("/proc/self/task");

  /** The kernel's names end here. */
  private static final int LONGEST_NAME = 15;

  /**
   * How long one that has left Java's list, or is about to get into it, may be in the kernel's:
   * until a busy machine lets it run.
   */
  private static final Duration BOUND = Duration.ofSeconds(2);

  private static final Duration BETWEEN = Duration.ofMillis(1);

  /** Threads that HotSpot starts when it needs them; Java does not see them. */
  private static final Pattern JVMS =
      Pattern.compile(
          "(C[12] CompilerThre|(Par)?GC Thread#|G1 |VM |[XZ](Worker|Driver|Director|Uncommitter)"
              + "|Shenandoah |JFR |Service Thread|Monitor Deflati|Notification Th|Sweeper thread"
              + "|StringDedup).*");

  private final Set<Long> javasBefore =
      LiveThreads.platform().stream().map(Thread::getId).collect(Collectors.toSet());

  /** After Java's: one that comes in between must not look native. */
  private final Set<String> before = ProcessStatus.threads();

  /** Numbers of those that have been waited for in vain. */
  private Set<String> staying = Set.of();

  /** As they are now. */
  public NativeThreadResidue() throws IOException {}

  @Override
  public List<Residue> residue() throws IOException {
    Map<String, String> left = unexplained();
    long start = System.nanoTime();
    while (!staying.containsAll(left.keySet()) && System.nanoTime() - start < BOUND.toNanos()) {
      LockSupport.parkNanos(BETWEEN.toNanos());
      left.keySet().retainAll(unexplained().keySet());
    }
    staying = Set.copyOf(left.keySet());
    return left.entrySet().stream()
        .map(
            thread ->
                new Residue(
                    "native-thread",
                    "thread " + thread.getKey() + " " + Redacted.name(thread.getValue()),
                    "",
                    "runs",
                    ""))
        .toList();
  }

  /** Names by number of those that are more than Java's. */
  private Map<String, String> unexplained() throws IOException {
    Map<String, String> threads = new TreeMap<>();
    Set<String> ids = ProcessStatus.threads();
    ids.removeAll(before);
    if (ids.isEmpty()) {
      return threads;
    }
    for (String id : ids) {
      String name = name(id);
      if (!name.isEmpty()) {
        threads.put(id, name);
      }
    }
    int renamed = 0;
    for (Thread thread : LiveThreads.platform()) {
      boolean isNew = !javasBefore.contains(thread.getId());
      renamed += isNew && !threads.values().remove(shortened(thread.getName())) ? 1 : 0;
    }
    threads.values().removeIf(name -> JVMS.matcher(name).matches());
    // The kernel does not hear of a name that another thread has given.
    threads.keySet().stream().limit(renamed).toList().forEach(threads::remove);
    return threads;
  }

  private static String name(String id) {
    try {
      return new String(
              Files.readAllBytes(THREADS.resolve(id).resolve("comm")), StandardCharsets.ISO_8859_1)
          .stripTrailing();
    } catch (IOException endedMeanwhile) {
      return "";
    }
  }

  private static String shortened(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return new String(
        Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST_NAME)), StandardCharsets.ISO_8859_1);
  }
}
