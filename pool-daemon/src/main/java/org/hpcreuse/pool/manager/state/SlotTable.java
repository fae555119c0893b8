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

/**
 * The slot numbers, the seat each is held by, and the spares. A slot number always has a seat,
 * possibly a dead one; its size never changes, whoever holds it.
 */
public final class SlotTable {
  private final PoolSettings settings;
  private final List<Integer> sizesMb;
  private final List<Integer> heapsMb;
  private final SlotProcess[] holders;
  private final Map<Integer, SlotProcess> seats = new TreeMap<>();
  private final Map<Integer, Integer> lastGiven = new HashMap<>();
  private int nextSeat;

  SlotTable(PoolSettings settings) {
    this.settings = settings;
    sizesMb = settings.heapSizesMb();
    heapsMb = settings.slotHeapsMb();
    holders = new SlotProcess[heapsMb.size()];
    makeSeats();
  }

  /** Starts again with new seats, numbered from 0; all processes are gone. */
  public void reset() {
    seats.clear();
    nextSeat = 0;
    makeSeats();
  }

  private void makeSeats() {
    for (int slot = 0; slot < holders.length; slot++) {
      addSeat(slot, settings.withMpi());
    }
    for (int i = 0; i < settings.spares(); i++) {
      addSeat(SlotProcess.NO_SLOT, settings.withMpi());
    }
  }

  /**
   * Puts the seats of an earlier manager in place of those that were made; missing ones are dead.
   */
  public void recover(RecoveryRecord memory) {
    seats.clear();
    Arrays.fill(holders, null);
    nextSeat = memory.nextSeat();
    for (RecoveryRecord.Place place : memory.seats()) {
      boolean fits =
          place.slot() == SlotProcess.NO_SLOT
              || (place.slot() < holders.length && holders[place.slot()] == null);
      if (fits) {
        recover(place);
      }
    }
    for (int slot = 0; slot < holders.length; slot++) {
      if (holders[slot] == null) {
        addSeat(slot, false).apply(SlotEvent.GONE);
      }
    }
  }

  private void recover(RecoveryRecord.Place place) {
    SlotProcess seat = new SlotProcess(place.seat(), place.slot(), place.heapMb(), place.rank());
    if (place.pid() != SlotProcess.NONE) {
      seat.expectBack(place.pid(), place.log());
    }
    seats.put(seat.number(), seat);
    if (place.slot() != SlotProcess.NO_SLOT) {
      holders[place.slot()] = seat;
    }
  }

  /** What a manager that comes after this one must know. */
  public RecoveryRecord memory(boolean draining) {
    List<RecoveryRecord.Place> places =
        seats.values().stream()
            .filter(s -> s.state() != SlotState.DEAD && (s.pid() != SlotProcess.NONE || s.isRank()))
            .map(
                s ->
                    new RecoveryRecord.Place(
                        s.number(), s.slot(), s.heapMb(), s.isRank(), s.pid(), s.log()))
            .toList();
    return new RecoveryRecord(nextSeat, draining, places);
  }

  /** Makes a seat with the next number, for a slot number or as a spare. */
  public SlotProcess addSeat(int slot, boolean rank) {
    int heapMb = slot == SlotProcess.NO_SLOT ? sizesMb.get(sizesMb.size() - 1) : heapsMb.get(slot);
    SlotProcess seat = new SlotProcess(nextSeat++, slot, heapMb, rank);
    seats.put(seat.number(), seat);
    if (slot != SlotProcess.NO_SLOT) {
      holders[slot] = seat;
    }
    return seat;
  }

  /** Forgets a dead seat unless it still stands for its slot number. */
  public void forget(SlotProcess seat) {
    if (seat.isSpare() || holders[seat.slot()] != seat) {
      seats.remove(seat.number());
    }
  }

  /** Gives the slot number of a dead seat to a spare. */
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

  public Optional<SlotProcess> seat(int number) {
    return Optional.ofNullable(seats.get(number));
  }

  /** All seats, by number. */
  public List<SlotProcess> seats() {
    return Collections.unmodifiableList(new ArrayList<>(seats.values()));
  }

  public List<SlotProcess> spares() {
    return seats.values().stream().filter(SlotProcess::isSpare).toList();
  }

  public Optional<SlotProcess> first(Predicate<SlotProcess> test) {
    return seats.values().stream().filter(test).findFirst();
  }

  public Optional<SlotProcess> firstHolder(Predicate<SlotProcess> test) {
    return Arrays.stream(holders).filter(test).findFirst();
  }

  public Optional<SlotProcess> freeSpare(int heapMb) {
    return first(s -> s.state() == SlotState.SPARE && s.heapMb() >= heapMb);
  }

  /** Whether a slot that fits exists or is on its way. */
  public boolean hasHope(int heapMb) {
    for (int slot = 0; slot < holders.length; slot++) {
      SlotProcess holder = holders[slot];
      boolean comes = holder.state() != SlotState.DEAD || holder.isLent();
      if (comes && heapsMb.get(slot) >= heapMb) {
        return true;
      }
    }
    return false;
  }

  /**
   * Picks a free slot: of the smallest size that fits, in turn; when none of that size is free, of
   * the next larger one.
   */
  public Optional<SlotProcess> pick(int heapMb) {
    for (int size : sizesMb) {
      if (size >= heapMb) {
        Optional<SlotProcess> seat = pickInTurn(size);
        if (seat.isPresent()) {
          return seat;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<SlotProcess> pickInTurn(int size) {
    int start = lastGiven.getOrDefault(size, -1) + 1;
    for (int i = 0; i < holders.length; i++) {
      int slot = (start + i) % holders.length;
      if (heapsMb.get(slot) == size && holders[slot].state() == SlotState.FREE) {
        lastGiven.put(size, slot);
        return Optional.of(holders[slot]);
      }
    }
    return Optional.empty();
  }
}
