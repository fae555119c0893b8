/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.memory;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.hpcreuse.pool.slot.process.OpenDescriptors;
import org.hpcreuse.pool.slot.process.ProcessStatus;
import org.hpcreuse.protocol.wire.SlotFigure;

/** Measures the slot's process. Used by the runner thread only. */
public final class SlotFigures {
  private static final long KIB = 1L << 10;

  private final LoaderWatch loaders;
  private final Supplier<Map<String, Long>> ofExtension;
  private Map<String, Long> ready = Map.of();
  private long metaspaceKb;
  private long codeKb;
  private long classes;

  /**
   * Measures nothing yet.
   *
   * @param loaders the loaders of past containers
   * @param ofExtension the figures of the slot's extension, by name
   */
  public SlotFigures(LoaderWatch loaders, Supplier<Map<String, Long>> ofExtension) {
    this.loaders = loaders;
    this.ofExtension = ofExtension;
  }

  /** Garbage does not count: what a container's loader holds is measured after a collection. */
  public void collected() {
    metaspaceKb = usedKb("Metaspace");
    codeKb = usedKb("Code");
    classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
  }

  /** From now on growth is counted: the framework's known classes are initialised. */
  public void ready() throws IOException {
    collected();
    ready = now();
  }

  public boolean isReady() {
    return !ready.isEmpty();
  }

  /** Every {@link SlotFigure} under its name. */
  public Map<String, Long> now() throws IOException {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put(SlotFigure.METASPACE.key(), metaspaceKb);
    figures.put(SlotFigure.CODE.key(), codeKb);
    figures.put(SlotFigure.CLASSES.key(), classes);
    figures.put(
        SlotFigure.THREADS.key(), (long) ManagementFactory.getThreadMXBean().getThreadCount());
    figures.put(SlotFigure.FDS.key(), (long) OpenDescriptors.count());
    figures.put(SlotFigure.RSS.key(), ProcessStatus.residentKb());
    figures.put(SlotFigure.LIVE_LOADERS.key(), (long) loaders.live());
    figures.put(SlotFigure.LASTING_LOADERS.key(), (long) loaders.lasting());
    figures.put(SlotFigure.MPI_OBJECTS.key(), 0L);
    figures.put(SlotFigure.MPI_COMMUNICATORS.key(), 0L);
    figures.putAll(ofExtension.get());
    return figures;
  }

  /** These figures less those of the ready slot; empty before it was ready. */
  public Map<String, Long> growth(Map<String, Long> now) {
    Map<String, Long> growth = new TreeMap<>();
    ready.forEach((name, value) -> growth.put(name, now.get(name) - value));
    return growth;
  }

  /** Of all pools whose names begin so: compiled code may have one or three. */
  private static long usedKb(String poolName) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().startsWith(poolName))
            .mapToLong(SlotFigures::used)
            .sum()
        / KIB;
  }

  private static long used(MemoryPoolMXBean pool) {
    return pool.getUsage().getUsed();
  }
}
