/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The working directory, however it is asked for, and the directory for temporary files. */
public final class DirectorySight implements Sight {
  @Override
  public void look(Report report) throws IOException {
    report.put("cwd.kernel", Files.readSymbolicLink(Path.of("/proc/self/cwd")));
    report.put("cwd.io", new File("x").getAbsolutePath());
    report.put("cwd.io-canonical", new File("x").getCanonicalPath());
    report.put("cwd.nio", Path.of("x").toAbsolutePath());
    report.put("cwd.nio-uri", Path.of("x").toUri());
    report.put("cwd.files", list(Path.of("")));
    report.put("tmp.io", madeIn(File.createTempFile("probe", null).toPath()));
    report.put("tmp.nio", madeIn(Files.createTempFile("probe", null)));
    report.put("tmp.files", list(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  private static String madeIn(Path file) throws IOException {
    Files.delete(file);
    return file.getParent().toString();
  }

  private static List<String> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
