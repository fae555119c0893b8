/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * Whether the JVM of a slot can use an image of the framework. A class data archive that HotSpot
 * refuses costs the JDK's own as well, so that the slot would start later than without an image.
 */
final class ImageCheck {
  private static final Logger LOG = Logger.getLogger(ImageCheck.class.getName());
  private static final String STAMP = "stamp";

  /** From here on HotSpot has other references to objects. */
  private static final int LARGE_HEAP_MB = 32_000;

  /** Options that have archives of their own, change classes, or change references to objects. */
  private static final List<String> OTHERS =
      List.of(
          "-Xshare",
          "-XX:SharedArchiveFile",
          "-XX:ArchiveClassesAtExit",
          "-XX:AOT",
          "-javaagent:",
          "-agentlib:",
          "-agentpath:",
          "-Xbootclasspath",
          "--patch-module",
          "-XX:+UseZGC",
          "-XX:-UseCompressed",
          "-XX:ObjectAlignmentInBytes",
          "@");

  private ImageCheck() {}

  /** Whether it fits; the log says why not. */
  static boolean fits(PoolFiles files, int heapMb) {
    String image = files.get(Options.FRAMEWORK_IMAGE);
    if (image.isEmpty()) {
      return false;
    }
    Optional<String> obstacle = obstacle(files, Path.of(image), heapMb);
    obstacle.ifPresent(
        why -> LOG.warning("slots start without the image in " + image + ": " + why));
    return obstacle.isEmpty();
  }

  private static Optional<String> obstacle(PoolFiles files, Path image, int heapMb) {
    Optional<String> other =
        SlotCommand.words(files.get(Options.SLOT_JVM_ARGS)).stream()
            .filter(word -> OTHERS.stream().anyMatch(word::startsWith))
            .findFirst();
    if (other.isPresent()) {
      return Optional.of(Options.SLOT_JVM_ARGS.key() + " has " + other.get());
    }
    if (image.toString().contains(":")) {
      return Optional.of("HotSpot would split its name with «:»");
    }
    if (heapMb >= LARGE_HEAP_MB) {
      return Optional.of("a heap of " + heapMb + " MiB");
    }
    try {
      return Files.readString(image.resolve(STAMP)).equals(stamp(files))
          ? Optional.empty()
          : Optional.of("it was made with other jars, or another JDK");
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  /** Writes down what an image was made with. */
  static void write(PoolFiles files, Path image) throws IOException {
    Files.writeString(image.resolve(STAMP), stamp(files));
  }

  /** What HotSpot compares: the JDK, and the jars of slots by size and time. */
  private static String stamp(PoolFiles files) throws IOException {
    Path javaHome = Path.of(files.get(Options.JAVA_HOME));
    List<String> lines = new ArrayList<>(Files.readAllLines(javaHome.resolve("release")));
    lines.add(line(javaHome.resolve("lib/modules")));
    Path lib = Path.of(files.get(Options.LIB_DIR));
    for (String jar :
        Stream.concat(SlotCommand.JARS.stream(), SlotCommand.BOOT_JARS.stream()).toList()) {
      lines.add(line(lib.resolve(jar)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String line(Path file) throws IOException {
    return file.getFileName()
        + (Files.exists(file)
            ? " " + Files.size(file) + " " + Files.getLastModifiedTime(file).to(TimeUnit.SECONDS)
            : " none");
  }
}
