/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.hpcreuse.classloader.NamedPieces;

/**
 * Class files of the JDK as all agents have left them in the JVM that made an image: others with
 * the same JDK and the same agents need not rewrite them. A class is known by its name, by whether
 * it was loaded before this agent, and by its file's checksum (CRC-32). Thread-safe.
 */
final class JdkImage {
  /** How an argument of the agent begins that says where an image is. */
  private static final String READ = "image=";

  /** The argument of the JVM that makes one. */
  private static final String RECORD = "record";

  private static final String LOADED = " loaded";

  /** The jars, all in one directory, that say what is made of a class of the JDK. */
  private static final List<String> AGENTS =
      List.of(
          "cleanup-agent.jar",
          "cleanup-boot.jar",
          "user-code-boot.jar",
          "port-access.jar",
          "hadoop-agent.jar");

  private final Optional<NamedPieces> known;
  private final boolean records;

  /** What the image is of. */
  private final String subject;

  /** By name, the checksums of the files as this agent got them; empty unless they are recorded. */
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();

  /** By name, what this agent has made of classes as they were loaded; empty like that. */
  private final Map<String, byte[]> own = new ConcurrentHashMap<>();

  /** Names of classes that this JVM has loaded as the image has them. */
  private final Set<String> asLoaded = ConcurrentHashMap.newKeySet();

  private final Set<String> missed = ConcurrentHashMap.newKeySet();

  private JdkImage(Optional<NamedPieces> known, boolean records, String subject) {
    this.known = known;
    this.records = records;
    this.subject = subject;
  }

  /**
   * As the agent's argument says. A JVM whose image is not good rewrites the classes, and says so.
   *
   * @param argument {@code image=FILE}, {@code record} or nothing
   * @throws IOException when a jar of the agents cannot be read
   */
  static JdkImage of(String argument) throws IOException {
    if (argument == null || argument.isEmpty()) {
      return new JdkImage(Optional.empty(), false, "");
    }
    if (argument.equals(RECORD)) {
      map(Path.of(System.getProperty("java.home"), "release"));
      return new JdkImage(Optional.empty(), true, subject());
    }
    if (!argument.startsWith(READ)) {
      throw new IllegalArgumentException(
          "cleanup-agent.jar knows «"
              + READ
              + "FILE» and «"
              + RECORD
              + "», not «"
              + argument
              + "»");
    }
    String subject = subject();
    return new JdkImage(open(Path.of(argument.substring(READ.length())), subject), false, subject);
  }

  private static Optional<NamedPieces> open(Path file, String subject) {
    try {
      NamedPieces pieces = NamedPieces.open(file);
      if (pieces.subject().equals(subject)) {
        return Optional.of(pieces);
      }
      System.err.println(file + " is of «" + pieces.subject() + "», here is «" + subject + "»");
    } catch (IOException e) {
      System.err.println("the JDK's classes are rewritten, and not from the image: " + e);
    }
    return Optional.empty();
  }

  /**
   * Loads the classes that an image is mapped with: in each JVM that has one they are there before
   * the agent, and then the JVM gives another file of a class.
   */
  private static void map(Path anyFile) throws IOException {
    try (FileChannel channel = FileChannel.open(anyFile)) {
      channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
  }

  /**
   * Finds a class as the agents leave it.
   *
   * @param className internal name
   * @param redefined whether it was loaded before
   * @param before its file as the JVM has it
   * @return null when the image has no such class
   */
  byte[] find(String className, boolean redefined, byte[] before) {
    if (records) {
      seen.put(redefined ? className + LOADED : className, sum(before));
    }
    if (known.isEmpty()) {
      return null;
    }
    // Else its members are not those of the file that the image has.
    boolean isAgain = redefined && asLoaded.contains(className);
    Optional<NamedPieces.Found> piece =
        known.get().find(redefined && !isAgain ? className + LOADED : className);
    if (piece.isEmpty() || piece.get().number() != sum(before)) {
      return null;
    }
    if (!redefined) {
      asLoaded.add(className);
    }
    return piece.get().copy();
  }

  /** Notes a class that this agent has rewritten in this JVM. */
  void rewritten(String className, boolean redefined, byte[] after) {
    if (known.isPresent()) {
      missed.add(className);
    } else if (records && !redefined) {
      own.put(className, after);
    }
  }

  /** The classes that this JVM has rewritten, although it has an image. */
  Set<String> missed() {
    return Set.copyOf(missed);
  }

  /**
   * Writes an image, in a JVM that records.
   *
   * @param path must not exist
   * @param first by internal name, the files that the last agent got as classes were loaded
   * @param again the files that it got when all were transformed again
   */
  void write(Path path, Map<String, byte[]> first, Map<String, byte[]> again) throws IOException {
    List<NamedPieces.Piece> pieces = new ArrayList<>();
    again.forEach(
        (name, file) -> {
          Integer before = seen.get(name);
          if (before == null) {
            add(pieces, name + LOADED, seen.get(name + LOADED), file);
          } else {
            // Before the last agent was there, this one or another one has rewritten a class.
            add(pieces, name, before, first.getOrDefault(name, own.getOrDefault(name, file)));
          }
        });
    NamedPieces.write(path, subject, pieces);
  }

  private static void add(
      List<NamedPieces.Piece> pieces, String name, Integer before, byte[] after) {
    if (before != null && before != sum(after)) {
      pieces.add(new NamedPieces.Piece(name, before, after));
    }
  }

  /** The JDK, and the agents by their content. */
  private static String subject() throws IOException {
    CRC32 sum = new CRC32();
    URL own = JdkImage.class.getProtectionDomain().getCodeSource().getLocation();
    Path agent = Path.of(URI.create(own.toExternalForm()));
    for (String jar : AGENTS) {
      Path path = agent.resolveSibling(jar);
      if (Files.exists(path)) {
        sum.update(Files.readAllBytes(path));
      }
    }
    return "JDK " + Runtime.version() + ", agents " + Long.toHexString(sum.getValue());
  }

  private static int sum(byte[] file) {
    CRC32 sum = new CRC32();
    sum.update(file);
    return (int) sum.getValue();
  }
}
