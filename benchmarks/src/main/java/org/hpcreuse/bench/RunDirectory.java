/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Commands;

/**
 * The files of one run: samples.jsonl, summary.md, outputs/, logs/, plots. Lines are appended as
 * they come; one that a stop has cut off is removed when the run is resumed.
 *
 * @param dir is made with the first line
 */
record RunDirectory(Path dir) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
  private static final int KIB_PER_MIB = 1024;

  /** Begins a run in a directory below {@code runs}, named after its benchmark and the time. */
  static RunDirectory begin(Path runs, Path home, RunOptions options)
      throws IOException, InterruptedException {
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    RunDirectory run = new RunDirectory(runs.resolve(options.bench() + "-" + now.format(STAMP)));
    String startedAt = now.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    run.append(new Entry.Header(Entry.FORMAT, startedAt, thisHost(home), options));
    Files.createDirectories(run.logs());
    return run;
  }

  private static Entry.Host thisHost(Path home) throws IOException, InterruptedException {
    String commit = git(home, "rev-parse", "--short=12", "HEAD");
    boolean changed = !git(home, "status", "--porcelain", "--untracked-files=no").isEmpty();
    String memory = field(Path.of("/proc/meminfo"), "MemTotal").replace(" kB", "");
    return new Entry.Host(
        commit.isEmpty() ? "unknown" : commit + (changed ? "+changes" : ""),
        field(Path.of("/proc/cpuinfo"), "model name"),
        Runtime.getRuntime().availableProcessors(),
        Long.parseLong(memory) / KIB_PER_MIB,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
  }

  /** What git prints; nothing when it fails or is not there: the samples are good all the same. */
  private static String git(Path home, String... words) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("git", "-C", home.toString()));
    line.addAll(List.of(words));
    Process process;
    try {
      process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      return "";
    }
    String output = Commands.utf8(process.getInputStream());
    return process.waitFor() == 0 ? output.strip() : "";
  }

  private static String field(Path file, String name) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    }
  }

  Path samples() {
    return dir.resolve("samples.jsonl");
  }

  Path outputs() {
    return dir.resolve("outputs");
  }

  Path logs() {
    return dir.resolve("logs");
  }

  /** Adds a line. */
  void append(Entry entry) throws IOException {
    append(line(entry));
  }

  /** Adds a line that another program has made, which ends it with a line feed. */
  synchronized void append(String line) throws IOException {
    Files.createDirectories(dir);
    Files.writeString(samples(), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** An entry as a line, with its end. */
  static String line(Entry entry) throws IOException {
    return JSON.writerFor(Entry.class).writeValueAsString(entry) + "\n";
  }

  /**
   * Reads every line of a type, after a cut-off last one has been removed.
   *
   * @param type as in the lines, such as {@code sample}
   * @throws IOException naming the line that cannot be read, or a format of another version
   */
  List<JsonNode> read(String type) throws IOException {
    String text = Files.exists(samples()) ? Files.readString(samples()) : "";
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      try (FileChannel file = FileChannel.open(samples(), StandardOpenOption.WRITE)) {
        file.truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
      }
    }
    List<JsonNode> found = new ArrayList<>();
    int number = 0;
    for (String line : text.substring(0, end).lines().toList()) {
      number++;
      JsonNode entry = parse(line, number);
      if (entry.path("type").asText().equals(type)) {
        found.add(entry);
      }
    }
    return found;
  }

  private JsonNode parse(String line, int number) throws IOException {
    try {
      JsonNode entry = JSON.readTree(line);
      int format = entry.path("format").asInt(Entry.FORMAT);
      if (format != Entry.FORMAT) {
        throw new IOException(samples() + " has format " + format + ", this reads " + Entry.FORMAT);
      }
      return entry;
    } catch (JsonProcessingException e) {
      throw new IOException(samples() + " line " + number + ": " + e.getOriginalMessage(), e);
    }
  }

  /** The options of the run that is there already. */
  RunOptions options() throws IOException {
    List<JsonNode> headers = read("header");
    if (headers.isEmpty()) {
      throw BenchException.usage(samples() + " is missing or has no header: nothing to resume");
    }
    return JSON.treeToValue(headers.get(0).path("options"), RunOptions.class);
  }
}
