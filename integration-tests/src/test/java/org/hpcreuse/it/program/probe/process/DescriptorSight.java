/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Open file descriptors by what they are: jars and sockets by number, files by name. */
public final class DescriptorSight implements Sight {
  @Override
  public void look(Report report) throws IOException {
    List<Path> open;
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      open = all.toList();
    }
    Map<String, Integer> kinds = new TreeMap<>();
    for (Path fd : open) {
      if (Files.isSymbolicLink(fd)) {
        kinds.merge(kind(Files.readSymbolicLink(fd).toString()), 1, Integer::sum);
      }
    }
    kinds.forEach((kind, count) -> report.put("fd." + kind, count));
  }

  private static String kind(String target) {
    if (target.endsWith(".jar") || target.endsWith("/modules")) {
      return "jar";
    }
    int colon = target.indexOf(":[");
    return colon > 0 && target.startsWith("anon_inode") ? target : cut(target, colon);
  }

  private static String cut(String target, int colon) {
    return colon > 0 ? target.substring(0, colon) : target;
  }
}
