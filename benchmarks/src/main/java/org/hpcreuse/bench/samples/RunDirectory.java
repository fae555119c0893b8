/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.samples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files of one run: samples.jsonl, summary.md, outputs/, logs/, plots. Lines are appended as
 * they come; one that a stop has cut off is removed when the run is resumed.
 */
public final class RunDirectory {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path dir;

  /** Names the directory; it is made with the first line. */
  public RunDirectory(Path dir) {
    this.dir = dir;
  }

  public Path dir() {
    return dir;
  }

  public Path samples() {
    return dir.resolve("samples.jsonl");
  }

  public Path summary() {
    return dir.resolve("summary.md");
  }

  public Path outputs() {
    return dir.resolve("outputs");
  }

  public Path logs() {
    return dir.resolve("logs");
  }

  /** Adds a line. */
  public void append(Entry entry) throws IOException {
    Files.createDirectories(dir);
    Files.writeString(
        samples(),
        JSON.writerFor(Entry.class).writeValueAsString(entry) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /**
   * Reads every line, after a cut-off last one has been removed.
   *
   * @throws IOException naming the line that cannot be read, or a format of another version
   */
  public List<Entry> read() throws IOException {
    String text = Files.exists(samples()) ? Files.readString(samples()) : "";
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
    }
    List<Entry> entries = new ArrayList<>();
    for (String line : text.substring(0, end).lines().toList()) {
      entries.add(parse(line, entries.size() + 1));
    }
    return entries;
  }

  /** The header among the lines. */
  public static Optional<Header> header(List<Entry> entries) {
    return entries.stream().filter(Header.class::isInstance).map(Header.class::cast).findFirst();
  }

  /** The samples among the lines. */
  public static List<Sample> samples(List<Entry> entries) {
    return entries.stream().filter(Sample.class::isInstance).map(Sample.class::cast).toList();
  }

  private Entry parse(String line, int number) throws IOException {
    try {
      Entry entry = JSON.readValue(line, Entry.class);
      if (entry instanceof Header header && header.format() != Header.FORMAT) {
        throw new IOException(
            samples() + " has format " + header.format() + ", this reads " + Header.FORMAT);
      }
      return entry;
    } catch (JsonProcessingException e) {
      throw new IOException(samples() + " line " + number + ": " + e.getOriginalMessage(), e);
    }
  }

  private void truncate(long bytes) throws IOException {
    try (FileChannel file = FileChannel.open(samples(), StandardOpenOption.WRITE)) {
      file.truncate(bytes);
    }
  }
}
