/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.head;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.ProcessIdentity;

/**
 * A cluster as its directory shows it, on a file system that all nodes see, and /proc. What cannot
 * be read is not there yet.
 */
public final class ClusterDirectory implements ClusterView {
  private static final String PID_FILE = ".pid";
  private static final int LAST_LINES = 15;
  private static final int LAST_BYTES = 1 << 20;

  /**
   * PMIx 4 refuses, with these words, what Open MPI 4.1 tells its daemons whenever a rank has left
   * without MPI_Finalize, as slots do.
   */
  private static final Pattern NOISE =
      Pattern.compile("PMIX ERROR: BAD-PARAM in file .*/pmix_event_notification[.]c ");

  private final Path dir;

  /**
   * @param dir the cluster's directory
   */
  public ClusterDirectory(Path dir) {
    this.dir = dir;
  }

  @Override
  public NodeProgress progress(String node) {
    try {
      // A message may have any bytes, as file names have them.
      byte[] bytes = Files.readAllBytes(node(node, "state"));
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .map(NodeProgress::parse)
          .orElse(NodeProgress.NONE);
    } catch (IOException notYet) {
      return NodeProgress.NONE;
    }
  }

  @Override
  public boolean hasEnded(String node) {
    return Files.exists(node(node, "ended"));
  }

  @Override
  public boolean hasCollected(String node) {
    return Files.exists(node(node, "collected"));
  }

  @Override
  public boolean stopIsAsked() {
    return Files.exists(dir.resolve("run/stop"));
  }

  @Override
  public SortedMap<String, Boolean> processes() {
    SortedMap<String, Boolean> processes = new TreeMap<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(dir.resolve("run"), "*" + PID_FILE)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        processes.put(name.substring(0, name.length() - PID_FILE.length()), isOfLiving(file));
      }
    } catch (IOException | DirectoryIteratorException none) {
      return new TreeMap<>();
    }
    return processes;
  }

  /** The file holds «PID START». */
  private static boolean isOfLiving(Path file) {
    try {
      String[] words = Files.readString(file).strip().split(" ", -1);
      return !new ProcessIdentity(Long.parseLong(words[0]), Long.parseLong(words[1])).isGone();
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException none) {
      return false;
    }
  }

  @Override
  public boolean lives(long pid) {
    return ProcessIdentity.of(pid).filter(process -> !process.isGone()).isPresent();
  }

  /**
   * Tells the nodes that the head is there, by a file's time: a full file system or quota takes no
   * contents any more, only that.
   */
  public void beat() {
    Path alive = dir.resolve("run/alive");
    try {
      Files.setLastModifiedTime(alive, FileTime.from(Instant.now()));
    } catch (NoSuchFileException first) {
      create(alive);
    } catch (IOException notNow) {
      // The next beat may arrive; nodes wait for many of them.
      return;
    }
  }

  private static void create(Path file) {
    try {
      Files.write(file, new byte[0]);
    } catch (IOException notNow) {
      // As above.
      return;
    }
  }

  /** The last lines of a log, without those that say nothing; none when there is no such file. */
  public static List<String> lastLines(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - LAST_BYTES));
      byte[] bytes = new byte[(int) (file.length() - file.getFilePointer())];
      file.readFully(bytes);
      List<String> lines =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !NOISE.matcher(line).find())
              .toList();
      return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    } catch (IOException none) {
      return List.of();
    }
  }

  private Path node(String name, String file) {
    return dir.resolve("nodes").resolve(name).resolve(file);
  }
}
