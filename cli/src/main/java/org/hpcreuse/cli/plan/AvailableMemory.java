/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory this process and its children can still get: the machine's MemAvailable, or less
 * when a control group (version 1 or 2) around us ends earlier.
 */
public final class AvailableMemory {
  private static final long KIB_PER_MIB = 1024;
  private static final long BYTES_PER_MIB = 1 << 20;
  private static final Pattern MEM_AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s+(\\d+) kB$");
  private static final Pattern GROUP_V2 = Pattern.compile("(?m)^0::(/.*)$");
  private static final Pattern GROUP_V1 =
      Pattern.compile("(?m)^\\d+:[^:\\n]*\\bmemory\\b[^:\\n]*:(/.*)$");

  private final Path root;

  /**
   * Looks below a root.
   *
   * @param root where /proc and /sys are found; tests have a directory of their own
   */
  public AvailableMemory(Path root) {
    this.root = root;
  }

  /**
   * Memory that can still be had, MiB, but no more than a scheduler has given us.
   *
   * @param grantedMb what it has given; 0 when it has not said
   */
  public long megabytesWithin(long grantedMb) throws IOException {
    return grantedMb == 0 ? megabytes() : Math.min(grantedMb, megabytes());
  }

  /** Memory that can still be had, MiB. */
  long megabytes() throws IOException {
    Matcher machine = MEM_AVAILABLE.matcher(Files.readString(root.resolve("proc/meminfo")));
    if (!machine.find()) {
      throw new IOException(root.resolve("proc/meminfo") + " has no MemAvailable");
    }
    long free = Long.parseLong(machine.group(1)) / KIB_PER_MIB;
    Path membership = root.resolve("proc/self/cgroup");
    if (Files.isReadable(membership)) {
      // Names of groups are any bytes.
      String groups = new String(Files.readAllBytes(membership), StandardCharsets.UTF_8);
      free = Math.min(free, leftIn(groups, GROUP_V2, "sys/fs/cgroup", V2));
      free = Math.min(free, leftIn(groups, GROUP_V1, "sys/fs/cgroup/memory", V1));
    }
    return free;
  }

  /** The names one version of control groups has for limit, usage and reclaimable cache. */
  private record Names(String limit, String usage, Pattern reclaimable) {}

  private static final Names V2 =
      new Names("memory.max", "memory.current", Pattern.compile("(?m)^inactive_file (\\d+)$"));
  private static final Names V1 =
      new Names(
          "memory.limit_in_bytes",
          "memory.usage_in_bytes",
          Pattern.compile("(?m)^total_inactive_file (\\d+)$"));

  /** The least that any group from ours up to the root leaves, MiB. */
  private long leftIn(String groups, Pattern membership, String mount, Names names)
      throws IOException {
    Matcher group = membership.matcher(groups);
    if (!group.find()) {
      return Long.MAX_VALUE;
    }
    long least = Long.MAX_VALUE;
    Path top = root.resolve(mount);
    Path dir = top.resolve(group.group(1).substring(1)).normalize();
    while (dir.startsWith(top)) {
      least = Math.min(least, left(dir, names));
      dir = dir.getParent();
    }
    return least;
  }

  private static long left(Path dir, Names names) throws IOException {
    Path limit = dir.resolve(names.limit());
    Path usage = dir.resolve(names.usage());
    if (!Files.isReadable(limit) || !Files.isReadable(usage)) {
      return Long.MAX_VALUE;
    }
    String text = Files.readString(limit).strip();
    if (text.equals("max")) {
      return Long.MAX_VALUE;
    }
    long used = Long.parseLong(Files.readString(usage).strip()) - reclaimable(dir, names);
    return Math.max(0, Long.parseLong(text) - used) / BYTES_PER_MIB;
  }

  private static long reclaimable(Path dir, Names names) throws IOException {
    Path stat = dir.resolve("memory.stat");
    if (!Files.isReadable(stat)) {
      return 0;
    }
    Matcher matcher = names.reclaimable().matcher(Files.readString(stat));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }
}
