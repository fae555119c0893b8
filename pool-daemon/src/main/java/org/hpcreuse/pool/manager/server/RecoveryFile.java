/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.pool.manager.state.RecoveryRecord;
import org.hpcreuse.pool.manager.state.SlotProcess;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.files.WholeFile;

/**
 * What a new manager needs to take over the pool. It has the start time of each process, so that a
 * pid that belongs to another process by now is not taken for a slot. The manager writes a new
 * file, and moves it into place, whenever a process comes or goes; that is rare.
 */
final class RecoveryFile {
  private static final int VERSION = 1;
  private static final Logger LOG = Logger.getLogger(RecoveryFile.class.getName());

  private final Path file;
  private final ObjectMapper mapper = new ObjectMapper();

  /** What the file holds; {@code starts} has the start time of each process by pid. */
  private record Content(int version, RecoveryRecord pool, long mpirun, Map<Long, Long> starts) {}

  /**
   * The part of an earlier manager's pool that still runs.
   *
   * @param pool the processes that live
   * @param mpirun its mpirun, if that lives
   */
  record RunningPool(RecoveryRecord pool, Optional<ProcessIdentity> mpirun) {}

  RecoveryFile(Path file) {
    this.file = file;
  }

  /**
   * Writes.
   *
   * @throws IOException when it cannot; should this manager die now, the next one does not know the
   *     processes that came since the last time
   */
  void write(RecoveryRecord pool, long mpirunPid) throws IOException {
    Map<Long, Long> starts = new TreeMap<>();
    List<Long> pids =
        new ArrayList<>(pool.processes().stream().map(RecoveryRecord.Place::pid).toList());
    pids.add(mpirunPid);
    for (long pid : pids) {
      ProcessIdentity.of(pid).ifPresent(process -> starts.put(pid, process.startTicks()));
    }
    Content content = new Content(VERSION, pool, mpirunPid, starts);
    WholeFile.write(file, List.of(mapper.writeValueAsString(content)));
  }

  /** What an earlier manager has started and still lives; empty when nothing does. */
  Optional<RunningPool> read() {
    try {
      return runningPool(mapper.readValue(Files.readString(file), Content.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JsonProcessingException | RuntimeException e) {
      LOG.log(Level.WARNING, file + " is not understood, the pool starts afresh", e);
      return Optional.empty();
    } catch (IOException e) {
      LOG.log(Level.WARNING, file + " cannot be read, the pool starts afresh", e);
      return Optional.empty();
    }
  }

  private Optional<RunningPool> runningPool(Content content) {
    if (content.version() != VERSION) {
      LOG.warning(() -> file + " has version " + content.version() + ", not " + VERSION);
      return Optional.empty();
    }
    Optional<ProcessIdentity> mpirun = living(content, content.mpirun());
    List<RecoveryRecord.Place> places =
        content.pool().processes().stream()
            .filter(
                place ->
                    place.pid() == SlotProcess.NONE
                        ? mpirun.isPresent()
                        : living(content, place.pid()).isPresent())
            .toList();
    if (places.stream().allMatch(place -> place.pid() == SlotProcess.NONE) && mpirun.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new RunningPool(content.pool().withOnly(places), mpirun));
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  private static Optional<ProcessIdentity> living(Content content, long pid) {
    return Optional.ofNullable(content.starts().get(pid))
        .map(start -> new ProcessIdentity(pid, start))
        .filter(process -> !process.isGone());
  }
}
