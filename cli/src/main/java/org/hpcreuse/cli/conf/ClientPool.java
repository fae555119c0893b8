/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.hpcreuse.cli.plan.SlotSpec;
import org.hpcreuse.protocol.files.LearnedClasses;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The pool of a cluster's clients, beside the pool of its containers: the same options and
 * framework, slots of its own without MPI.
 */
public final class ClientPool {
  /** Heap of a client, in a slot and in a JVM of its own, MiB. */
  public static final int HEAP_MB = 512;

  /** How many clients may run at a time; more would cost memory that most users never need. */
  public static final int MAX_SLOTS = 64;

  /**
   * How long a program runs on when its client is gone, ms. A client that lives comes back to a new
   * pool manager within a tenth of a second.
   */
  private static final long ORPHAN_MS = 2_000;

  private final Path dir;
  private final Map<String, String> settings;
  private final int slots;

  /**
   * @param clusterDir the cluster's directory
   * @param pool the pool of the containers
   * @param slots how many; 0 = there is no such pool
   * @param socketDir a node-local directory for the socket
   * @throws IllegalArgumentException when the number is out of range
   */
  public ClientPool(Path clusterDir, PoolDirectory pool, int slots, Path socketDir) {
    if (slots < 0 || slots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "--client-slots " + slots + ": must be from 0 to " + MAX_SLOTS);
    }
    this.slots = slots;
    dir = clusterDir.resolve("client-pool");
    settings = new HashMap<>(pool.settings());
    for (Option<?> unused :
        List.of(
            Options.MPI_JAR,
            Options.MPI_LIBRARY_PATH,
            Options.MPIRUN,
            Options.MPIRUN_ARGS,
            Options.METRICS_PORT,
            Options.TELEMETRY_MB,
            Options.FORK_HEADROOM_MB,
            Options.LEARNED_DIR,
            Options.PROFILES)) {
      settings.remove(unused.key());
    }
    settings.put(Options.SOCKET.key(), socketDir.resolve("clients.sock").toString());
    settings.put(Options.SPARES.key(), "0");
    settings.put(Options.MPI.key(), "none");
    // Training jobs are what containers run, not what clients do.
    settings.put(Options.TRAINING.key(), "off");
    settings.put(Options.ORPHAN_MS.key(), Long.toString(ORPHAN_MS));
    if (slots > 0) {
      settings.put(Options.SLOTS.key(), SlotSpec.format(List.of(new SlotClass(slots, HEAP_MB))));
    }
  }

  public int slots() {
    return slots;
  }

  /** Makes the directory and its secret; without slots there is no such pool (any more). */
  public void write() throws IOException {
    Path file = dir.resolve("pool.properties");
    if (slots == 0) {
      Files.deleteIfExists(file);
      return;
    }
    PoolFiles.createOwnerOnly(dir);
    Properties properties = new Properties();
    properties.putAll(settings);
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, "Written by hpc-reuse up");
    }
    Files.createDirectories(dir.resolve("logs"));
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();
    learn(LearnedClasses.of(files));
  }

  /** Has the slots prepare what clients need, beside what {@code learn} has found there before. */
  private static void learn(LearnedClasses classes) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    try (InputStream in = ClientPool.class.getResourceAsStream("client-classes.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.startsWith("#")).forEach(names::add);
    }
    names.addAll(classes.read());
    Files.write(classes.file(), names);
  }
}
