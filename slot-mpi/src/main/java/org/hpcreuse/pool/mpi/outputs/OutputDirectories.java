/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Where the NodeManager of this node keeps outputs of maps. Each container tells its own
 * directories on all disks, {@code DISK/usercache/USER/appcache/APPLICATION}; the outputs of a map
 * lie in one of them. Thread-safe.
 */
public final class OutputDirectories {
  /** What YARN sets in each container. */
  public static final String VARIABLE = "LOCAL_DIRS";

  private static final Pattern APPLICATION =
      Pattern.compile("usercache/[^/]+/appcache/application_\\d+_\\d+");

  private static final Pattern MAP = Pattern.compile("attempt_\\d+_\\d+_m_\\d+_\\d+");

  private static final int APPLICATION_NAMES = 4;

  /** A node has fewer disks than that. */
  private static final int MOST = 1_000;

  private final Set<Path> disks = ConcurrentHashMap.newKeySet();

  /** Knows none. */
  public OutputDirectories() {}

  /**
   * Remembers the disks of a container.
   *
   * @param localDirs the value of {@link #VARIABLE}; null when it has none
   */
  public void learn(String localDirs) {
    for (Path directory : split(localDirs)) {
      if (directory.isAbsolute() && applicationOf(directory).isPresent() && disks.size() < MOST) {
        Path disk = directory;
        for (int name = 0; name < APPLICATION_NAMES; name++) {
          disk = disk.getParent();
        }
        disks.add(disk);
      }
    }
  }

  private static List<Path> split(String localDirs) {
    List<Path> directories = new ArrayList<>();
    if (localDirs != null) {
      for (String directory : localDirs.split(",", -1)) {
        try {
          directories.add(Path.of(directory).normalize());
        } catch (InvalidPathException e) {
          // Java cannot name it, so nothing there can be read.
        }
      }
    }
    return directories;
  }

  /**
   * The part of a container's directories that is the same on all disks and nodes.
   *
   * @param localDirs the value of {@link #VARIABLE}; null when it has none
   */
  public static Optional<String> application(String localDirs) {
    return split(localDirs).stream().flatMap(each -> applicationOf(each).stream()).findFirst();
  }

  private static Optional<String> applicationOf(Path directory) {
    int names = directory.getNameCount();
    if (names <= APPLICATION_NAMES) {
      return Optional.empty();
    }
    String application = directory.subpath(names - APPLICATION_NAMES, names).toString();
    return isApplication(application) ? Optional.of(application) : Optional.empty();
  }

  private static boolean isApplication(String application) {
    return APPLICATION.matcher(application).matches() && !application.contains("/../");
  }

  /**
   * Finds the output of each map.
   *
   * @param application of {@link #application}
   * @return nothing when one is not here
   */
  public Optional<List<WrittenOutput>> find(String application, List<String> maps) {
    if (!isApplication(application)) {
      return Optional.empty();
    }
    List<WrittenOutput> found = new ArrayList<>();
    for (String map : maps) {
      if (!MAP.matcher(map).matches()) {
        return Optional.empty();
      }
      Path directory = Path.of(application, "output", map);
      Optional<Path> file = onOneDisk(directory.resolve(WrittenOutput.FILE));
      Optional<Path> index = onOneDisk(directory.resolve(WrittenOutput.INDEX));
      if (file.isEmpty() || index.isEmpty()) {
        return Optional.empty();
      }
      found.add(new WrittenOutput(file.get(), index.get()));
    }
    return Optional.of(found);
  }

  private Optional<Path> onOneDisk(Path name) {
    return disks.stream().map(disk -> disk.resolve(name)).filter(Files::isRegularFile).findFirst();
  }
}
