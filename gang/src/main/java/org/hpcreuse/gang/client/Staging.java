/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.protocol.files.Sha256;

/**
 * A gang's directory on the cluster's file system, from which YARN brings files to containers. Only
 * its user may enter it. Closing removes it, unless it is kept.
 *
 * <p>Several clusters may have the same home directory, and none knows the applications of another.
 * So each has a directory of its own there, whose name says by which addresses its ResourceManager
 * is known. What is removed for others is in that directory.
 *
 * <p>Threads of their own remove files, and the command waits for them for a bounded time: a file
 * system that does not answer holds it up no longer.
 */
final class Staging implements Closeable {
  private static final FsPermission OWN_DIRECTORY = new FsPermission((short) 0700);
  private static final FsPermission OWN_FILE = new FsPermission((short) 0600);

  /**
   * Below the user's home directory; has a directory for each cluster, and that one for each
   * application, named by its id.
   */
  private static final String GANGS = ".hpc-reuse/gangs";

  /** How long the command waits for each removal at its end. */
  static final Duration REMOVAL_BOUND = Duration.ofSeconds(5);

  private static final int NAME_DIGITS = 16;

  /** Of an application that YARN does not know: it may not have been submitted yet. */
  private static final Duration OLD = Duration.ofDays(7);

  private static final int CHUNK_BYTES = 1 << 20;

  private static final Set<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

  private final FileSystem files;
  private final Path dir;
  private final Map<String, Integer> names = new HashMap<>();
  private final Interruption interruption;
  private boolean kept;

  /** Null before it has been started. */
  private Thread leftOvers;

  /**
   * Touches nothing yet.
   *
   * @param name of the application
   * @param interruption breaks off copying, between two parts of a file
   */
  Staging(Configuration conf, String name, Interruption interruption) throws IOException {
    this.interruption = interruption;
    files = FileSystem.get(conf);
    dir = new Path(files.getHomeDirectory(), GANGS + "/" + clusterName(conf) + "/" + name);
  }

  /** The same for all clients of a cluster, and of no other that may run at the same time. */
  private static String clusterName(Configuration conf) throws IOException {
    List<String> parts = new ArrayList<>();
    parts.add(conf.get(YarnConfiguration.RM_CLUSTER_ID, ""));
    List<String> managers = new ArrayList<>();
    managers.add(conf.get(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_ADDRESS));
    for (String id : conf.getTrimmedStringCollection(YarnConfiguration.RM_HA_IDS)) {
      managers.add(conf.get(YarnConfiguration.RM_ADDRESS + "." + id, id));
    }
    for (String manager : managers) {
      parts.add(manager);
      if (isOfThisMachineAlone(manager)) {
        parts.add(InetAddress.getLocalHost().getHostName());
      }
    }
    return Sha256.of(String.join("\n", parts)).substring(0, NAME_DIGITS);
  }

  private static boolean isOfThisMachineAlone(String address) {
    String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
    try {
      InetAddress found = InetAddress.getByName(host);
      return found.isLoopbackAddress() || found.isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** What YARN knows of an application; empty when it does not know it. */
  @FunctionalInterface
  interface Applications {
    Optional<YarnApplicationState> state(ApplicationId id) throws IOException, YarnException;
  }

  /**
   * Begins to remove what earlier gangs of this cluster have left: those that were killed, with
   * their client or without one, before their program began. Gangs that run or wait keep their
   * files.
   */
  void removeLeftOversSoon(Applications applications) {
    leftOvers =
        new Thread(
            () -> {
              try {
                removeLeftOvers(applications);
              } catch (IOException | YarnException | RuntimeException e) {
                GangSession.say(
                    "files of earlier gangs may stay in " + GANGS + ": " + e.getMessage());
              }
            },
            "gang-left-overs");
    leftOvers.setDaemon(true);
    leftOvers.start();
  }

  private void removeLeftOvers(Applications applications) throws IOException, YarnException {
    for (FileStatus other : files.listStatus(dir.getParent())) {
      if (!other.getPath().getName().equals(dir.getName()) && isLeft(other, applications)) {
        files.delete(other.getPath(), true);
      }
    }
  }

  private static boolean isLeft(FileStatus other, Applications applications)
      throws IOException, YarnException {
    ApplicationId id;
    try {
      id = ApplicationId.fromString(other.getPath().getName());
    } catch (IllegalArgumentException e) {
      return false; // not ours
    }
    Optional<YarnApplicationState> state = applications.state(id);
    if (state.isPresent()) {
      return ENDED.contains(state.get());
    }
    return System.currentTimeMillis() - other.getModificationTime() > OLD.toMillis();
  }

  /** Makes the directory. */
  void make() throws IOException {
    FileSystem.mkdirs(files, dir, OWN_DIRECTORY);
  }

  /** The gang's master removes it when the program begins. */
  void keep() {
    kept = true;
  }

  /** Copies a file of this machine; one of the same name gets a number before it. */
  GangPlan.StagedFile copy(java.nio.file.Path file)
      throws IOException, CommandInterruptedException {
    String name = file.getFileName().toString();
    int same = names.merge(name, 1, Integer::sum);
    Path to = new Path(dir, same == 1 ? name : same + "-" + name);
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = create(to)) {
      for (int length = in.read(chunk); length > 0; length = in.read(chunk)) {
        interruption.check();
        out.write(chunk, 0, length);
      }
    }
    return staged(to);
  }

  GangPlan.StagedFile write(String name, byte[] content) throws IOException {
    Path to = new Path(dir, name);
    try (OutputStream out = create(to)) {
      out.write(content);
    }
    return staged(to);
  }

  private OutputStream create(Path to) throws IOException {
    return files.createFile(to).permission(OWN_FILE).overwrite(false).recursive().build();
  }

  private GangPlan.StagedFile staged(Path file) throws IOException {
    FileStatus status = files.getFileStatus(file);
    return new GangPlan.StagedFile(
        file.getName(),
        status.getPath().toUri().toString(),
        status.getLen(),
        status.getModificationTime());
  }

  /** Removes the directory, and waits for {@link #removeLeftOversSoon}; both within a bound. */
  @Override
  public void close() throws IOException {
    FutureTask<Boolean> removal = new FutureTask<>(() -> kept || files.delete(dir, true));
    Thread remover = new Thread(removal, "gang-files");
    remover.setDaemon(true);
    remover.start();
    try {
      removal.get(REMOVAL_BOUND.toMillis(), TimeUnit.MILLISECONDS);
      if (leftOvers != null) {
        leftOvers.join(REMOVAL_BOUND.toMillis());
      }
    } catch (ExecutionException e) {
      throw new IOException("the gang's files may stay in " + dir, e.getCause());
    } catch (TimeoutException e) {
      GangSession.say(
          String.format(
              "files of the gang may stay in %s: not removed within %d ms",
              dir, REMOVAL_BOUND.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
