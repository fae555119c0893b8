/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * The slot numbers, the process each is held by, and the spares. A slot number always has a
 * process, possibly a dead one; its size never changes.
 */
public final class SlotTable {
  private final PoolSettings settings;
  private final List<Integer> sizesMb;
  private final List<Integer> heapsMb;
  private final SlotProcess[] holders;
  private final Map<Integer, SlotProcess> processes = new TreeMap<>();
  private final Map<Integer, Integer> lastGiven = new HashMap<>();
  private int nextNumber;

  SlotTable(PoolSettings settings) {
    this.settings = settings;
    sizesMb = settings.heapSizesMb();
    heapsMb = settings.slotHeapsMb();
    holders = new SlotProcess[heapsMb.size()];
    makeProcesses();
  }

  /** Starts again with new processes, numbered from 0; all processes are gone. */
  public void reset() {
    processes.clear();
    nextNumber = 0;
    makeProcesses();
  }

  private void makeProcesses() {
    for (int slot = 0; slot < holders.length; slot++) {
      addProcess(slot, settings.withMpi());
    }
    for (int i = 0; i < settings.spares(); i++) {
      addProcess(SlotProcess.NO_SLOT, settings.withMpi());
    }
  }

  /**
   * Puts the processes of an earlier manager in place of those that were made; missing ones are
   * dead.
   */
  public void recover(RecoveryRecord earlier) {
    processes.clear();
    Arrays.fill(holders, null);
    nextNumber = earlier.nextNumber();
    for (RecoveryRecord.Place place : earlier.processes()) {
      boolean fits =
          place.slot() == SlotProcess.NO_SLOT
              || (place.slot() < holders.length && holders[place.slot()] == null);
      if (fits) {
        recover(place);
      }
    }
    for (int slot = 0; slot < holders.length; slot++) {
      if (holders[slot] == null) {
        addProcess(slot, false).apply(SlotEvent.GONE);
      }
    }
  }

  private void recover(RecoveryRecord.Place place) {
    SlotProcess process =
        new SlotProcess(place.number(), place.slot(), place.heapMb(), place.rank());
    if (place.pid() != SlotProcess.NONE) {
      process.expectBack(place.pid(), place.log());
    }
    processes.put(process.number(), process);
    if (place.slot() != SlotProcess.NO_SLOT) {
      holders[place.slot()] = process;
    }
  }

  /** What a manager that comes after this one must know. */
  public RecoveryRecord recoveryRecord(boolean draining) {
    List<RecoveryRecord.Place> places =
        processes.values().stream()
            .filter(s -> s.state() != SlotState.DEAD && (s.pid() != SlotProcess.NONE || s.isRank()))
            .map(
                s ->
                    new RecoveryRecord.Place(
                        s.number(), s.slot(), s.heapMb(), s.isRank(), s.pid(), s.log()))
            .toList();
    return new RecoveryRecord(nextNumber, draining, places);
  }

  /** Makes a process with the next number, for a slot number or as a spare. */
  public SlotProcess addProcess(int slot, boolean rank) {
    int heapMb = slot == SlotProcess.NO_SLOT ? sizesMb.get(sizesMb.size() - 1) : heapsMb.get(slot);
    SlotProcess process = new SlotProcess(nextNumber++, slot, heapMb, rank);
    processes.put(process.number(), process);
    if (slot != SlotProcess.NO_SLOT) {
      holders[slot] = process;
    }
    return process;
  }

  /** Forgets a dead process unless it still stands for its slot number. */
  public void forget(SlotProcess process) {
    if (process.isSpare() || holders[process.slot()] != process) {
      processes.remove(process.number());
    }
  }

  /** Gives the slot number of a dead process to a spare. */
  public void takeOver(SlotProcess spare, int slot) {
    SlotProcess old = holders[slot];
    spare.takeOver(slot);
    holders[slot] = spare;
    forget(old);
  }

  public int slotCount() {
    return holders.length;
  }

  public int heapMb(int slot) {
    return heapsMb.get(slot);
  }

  public int largestHeapMb() {
    return sizesMb.get(sizesMb.size() - 1);
  }

  /** Who holds each slot number, in order. */
  public List<SlotProcess> holders() {
    return List.of(holders);
  }

  public Optional<SlotProcess> holder(int slot) {
    return slot >= 0 && slot < holders.length ? Optional.of(holders[slot]) : Optional.empty();
  }

  public Optional<SlotProcess> process(int number) {
    return Optional.ofNullable(processes.get(number));
  }

  /** All processes, by number. */
  public List<SlotProcess> processes() {
    return Collections.unmodifiableList(new ArrayList<>(processes.values()));
  }

  public List<SlotProcess> spares() {
    return processes.values().stream().filter(SlotProcess::isSpare).toList();
  }

  public Optional<SlotProcess> first(Predicate<SlotProcess> test) {
    return processes.values().stream().filter(test).findFirst();
  }

  public Optional<SlotProcess> firstHolder(Predicate<SlotProcess> test) {
    return Arrays.stream(holders).filter(test).findFirst();
  }

  public Optional<SlotProcess> freeSpare(int heapMb) {
    return first(s -> s.state() == SlotState.SPARE && s.heapMb() >= heapMb);
  }

  /** Whether a slot that fits exists or is on its way. */
  public boolean canServe(LaunchSpec container) {
    for (int slot = 0; slot < holders.length; slot++) {
      SlotProcess holder = holders[slot];
      boolean lives = holder.state() != SlotState.DEAD;
      boolean comes = container.needsMpi() ? lives && holder.isRank() : lives || holder.isLent();
      if (comes && heapsMb.get(slot) >= container.heapMb()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a slot that fits is on its way since the pool has started. When slots outnumber
   * processors they load in turns, for longer than a container waits otherwise.
   */
  public boolean isToCome(LaunchSpec container) {
    return Arrays.stream(holders)
        .anyMatch(
            holder ->
                isStartingWithPool(holder)
                    && heapsMb.get(holder.slot()) >= container.heapMb()
                    && (!container.needsMpi() || holder.isRank()));
  }

  /** Whether a process that the pool has started with has not reported yet. */
  public boolean isStarting() {
    return processes.values().stream().anyMatch(this::isStartingWithPool);
  }

  private boolean isStartingWithPool(SlotProcess process) {
    return process.state() == SlotState.STARTING
        && process.number() < settings.slotCount() + settings.spares();
  }

  /**
   * Picks a free slot: of the smallest size that fits, in turn; when none of that size is free, of
   * the next larger one. A slot that runs a training job is not free. Ranks are left to containers
   * that need MPI as long as another slot of the size is free.
   */
  public Optional<SlotProcess> pick(LaunchSpec container) {
    for (int size : sizesMb) {
      if (size >= container.heapMb()) {
        Optional<SlotProcess> process =
            container.needsMpi()
                ? pickInTurn(size, SlotProcess::isRank)
                : pickInTurn(size, other -> !other.isRank())
                    .or(() -> pickInTurn(size, SlotProcess::isRank));
        if (process.isPresent()) {
          return process;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<SlotProcess> pickInTurn(int size, Predicate<SlotProcess> kind) {
    int start = lastGiven.getOrDefault(size, -1) + 1;
    for (int i = 0; i < holders.length; i++) {
      int slot = (start + i) % holders.length;
      SlotProcess process = holders[slot];
      boolean free = process.state() == SlotState.FREE && !process.isTraining();
      if (free && heapsMb.get(slot) == size && kind.test(process)) {
        lastGiven.put(size, slot);
        return Optional.of(process);
      }
    }
    return Optional.empty();
  }
}
