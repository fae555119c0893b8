/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.cluster.BenchException;

/**
 * The files of one run: samples.jsonl, summary.md, outputs/, logs/, plots. Lines are appended as
 * they come; one that a stop has cut off is removed when the run is resumed.
 *
 * @param dir is made with the first line
 */
public record RunDirectory(Path dir) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Path samples() {
    return dir.resolve("samples.jsonl");
  }

  public Path outputs() {
    return dir.resolve("outputs");
  }

  public Path logs() {
    return dir.resolve("logs");
  }

  /** Adds a line. */
  public synchronized void append(Entry entry) throws IOException {
    Files.createDirectories(dir);
    Files.writeString(samples(), line(entry), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** An entry as a line, with its end. */
  public static String line(Entry entry) throws IOException {
    return JSON.writerFor(Entry.class).writeValueAsString(entry) + "\n";
  }

  /**
   * Reads every line of a type, after a cut-off last one has been removed.
   *
   * @param type as in the lines, such as {@code sample}
   * @throws IOException naming the line that cannot be read, or a format of another version
   */
  public List<JsonNode> read(String type) throws IOException {
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
  public RunOptions options() throws IOException {
    List<JsonNode> headers = read("header");
    if (headers.isEmpty()) {
      throw BenchException.usage(samples() + " is missing or has no header: nothing to resume");
    }
    return JSON.treeToValue(headers.get(0).path("options"), RunOptions.class);
  }
}
