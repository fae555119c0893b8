/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.hpcreuse.bench.process.MachineTime;
import org.hpcreuse.bench.report.statistics.Distribution;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MasterCase;

/**
 * What a case has shown.
 *
 * @param of the case
 * @param seconds how long it took
 * @param heartbeats a second, of all masters together
 * @param mostHeartbeats in one of the seconds
 * @param micros how long the answers took, microseconds; null when there was none
 * @param managerCores processor seconds of the ResourceManager a second
 * @param mostManagerCores in one of the seconds
 * @param mastersCores processor seconds a second of the program with the ApplicationMasters
 * @param busy the part of the time in which the machine's processors were busy, from 0 to 1
 */
record CaseFigures(
    MasterCase of,
    int seconds,
    double heartbeats,
    long mostHeartbeats,
    Distribution micros,
    double managerCores,
    double mostManagerCores,
    double mastersCores,
    double busy) {
  private static final int MS_PER_SECOND = 1000;

  /** Of all cases that were finished, in their order. */
  static List<CaseFigures> all(List<Entry> entries) {
    Map<MasterCase, List<MasterCase.Second>> seconds = new LinkedHashMap<>();
    Map<MasterCase, List<MasterCase.Heartbeats>> heartbeats = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (entry instanceof MasterCase.Second second) {
        seconds.computeIfAbsent(second.of(), of -> new ArrayList<>()).add(second);
      } else if (entry instanceof MasterCase.Heartbeats sent) {
        heartbeats.computeIfAbsent(sent.of(), of -> new ArrayList<>()).add(sent);
      }
    }
    return heartbeats.keySet().stream()
        .filter(of -> heartbeats.get(of).size() == of.masters())
        .map(of -> of(of, seconds.get(of), heartbeats.get(of)))
        .toList();
  }

  private static CaseFigures of(
      MasterCase of, List<MasterCase.Second> seconds, List<MasterCase.Heartbeats> heartbeats) {
    MasterCase.Second first = seconds.get(0);
    MasterCase.Second last = seconds.get(seconds.size() - 1);
    int length = last.second() - first.second();
    List<Long> micros = new ArrayList<>();
    heartbeats.forEach(sent -> sent.micros().forEach(time -> micros.add(time.longValue())));
    return new CaseFigures(
        of,
        length,
        (double) micros.size() / length,
        mostInASecond(heartbeats, length),
        micros.isEmpty() ? null : Distribution.of(micros),
        cores(first, last, MasterCase.Second::managerMs),
        mostManagerCores(seconds),
        cores(first, last, MasterCase.Second::mastersMs),
        time(last).busyShareSince(time(first)));
  }

  private static long mostInASecond(List<MasterCase.Heartbeats> heartbeats, int seconds) {
    long[] counts = new long[seconds];
    for (MasterCase.Heartbeats sent : heartbeats) {
      sent.atMs().forEach(at -> counts[Math.min(at / MS_PER_SECOND, seconds - 1)]++);
    }
    return Arrays.stream(counts).max().orElse(0);
  }

  private static double mostManagerCores(List<MasterCase.Second> seconds) {
    double most = 0;
    for (int i = 1; i < seconds.size(); i++) {
      most =
          Math.max(most, cores(seconds.get(i - 1), seconds.get(i), MasterCase.Second::managerMs));
    }
    return most;
  }

  private static double cores(
      MasterCase.Second from, MasterCase.Second to, ToLongFunction<MasterCase.Second> cpuMs) {
    double ms = cpuMs.applyAsLong(to) - cpuMs.applyAsLong(from);
    return ms / MS_PER_SECOND / (to.second() - from.second());
  }

  private static MachineTime time(MasterCase.Second second) {
    return new MachineTime(second.busyTicks(), second.allTicks());
  }
}
