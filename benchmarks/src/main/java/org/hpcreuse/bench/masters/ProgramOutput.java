/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.masters;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.process.MachineTime;
import org.hpcreuse.bench.samples.Entry;
import org.hpcreuse.bench.samples.MasterCase;

/**
 * What the program with the ApplicationMasters prints, as samples. It prints a line when a second
 * of a case is over. The processor times are read when that line comes.
 */
final class ProgramOutput {
  /** Reads how much processor time was used. */
  interface Meter {
    /** By the ResourceManager since its start, ms. */
    long managerMs() throws IOException;

    /** By all of the machine. */
    MachineTime machine() throws IOException;
  }

  /** Takes what was read. */
  interface Reader {
    /** A sample. */
    void add(Entry entry) throws IOException;

    /** A case has begun. */
    void begun(MasterCase of);

    /** A line for people. */
    void note(String text);
  }

  /** Enough of a line to find it. */
  private static final int MOST_QUOTED = 200;

  private final Map<String, MasterCase> cases = new LinkedHashMap<>();
  private final Meter meter;
  private final Reader reader;

  /**
   * Makes one.
   *
   * @param cases what the program was asked to run
   */
  ProgramOutput(List<MasterCase> cases, Meter meter, Reader reader) {
    cases.forEach(of -> this.cases.put(of.word(), of));
    this.meter = meter;
    this.reader = reader;
  }

  /**
   * Reads all.
   *
   * @throws IOException naming a line that is not understood
   */
  void read(InputStream output) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        read(line);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        String begin = line.substring(0, Math.min(line.length(), MOST_QUOTED));
        throw new IOException("the program with the ApplicationMasters printed: " + begin, e);
      }
    }
  }

  private void read(String line) throws IOException {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "note" -> reader.note(line.substring(words[0].length()).strip());
      case "second" -> second(words);
      case "heartbeats" -> heartbeats(words);
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private void second(String... words) throws IOException {
    long managerMs = meter.managerMs();
    MachineTime machine = meter.machine();
    MasterCase of = of(words[1]);
    int second = Integer.parseInt(words[2]);
    if (second == 0) {
      reader.begun(of);
    }
    long mastersMs = Long.parseLong(words[3]);
    reader.add(
        new MasterCase.Second(
            of, second, managerMs, mastersMs, machine.busyTicks(), machine.allTicks()));
  }

  private void heartbeats(String... words) throws IOException {
    List<Integer> atMs = new ArrayList<>();
    List<Integer> micros = new ArrayList<>();
    for (String heartbeat : List.of(words).subList(3, words.length)) {
      int colon = heartbeat.indexOf(':');
      atMs.add(Integer.valueOf(heartbeat.substring(0, colon)));
      micros.add(Integer.valueOf(heartbeat.substring(colon + 1)));
    }
    reader.add(new MasterCase.Heartbeats(of(words[1]), Integer.parseInt(words[2]), atMs, micros));
  }

  private MasterCase of(String word) {
    MasterCase of = cases.get(word);
    if (of == null) {
      throw new IllegalArgumentException(word);
    }
    return of;
  }
}
