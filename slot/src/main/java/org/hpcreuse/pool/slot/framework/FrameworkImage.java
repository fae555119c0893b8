/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.classloader.JarIndex;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * The image of a framework: the classes of its jars as the agents of slots leave them ({@link
 * ClassImage}), and a class data archive of them.
 *
 * <p>What it is of is a text: a line for all but the framework, which must be equal, and a line for
 * each jar. Jars are known by size and time, wherever they lie and in whichever order: nodes that
 * unpack them have another order of files, so that an image has no class that two jars hold. A jar
 * that the image does not know may be there when it has no class of the image.
 */
public final class FrameworkImage {
  private static final String CLASSES = "classes.bin";
  private static final String ARCHIVE_OPTION = "-XX:SharedArchiveFile=";

  /** The JDK that has renamed its method. */
  private static final int FIRST_WITH_OTHER_NAME = 24;

  /** Those that the manifests of agents put there. */
  private static final List<String> BOOT_JARS = List.of("cleanup-boot.jar", "user-code-boot.jar");

  private FrameworkImage() {}

  /** Where a directory with an image has the classes. */
  public static Path classes(Path dir) {
    return dir.resolve(CLASSES);
  }

  /**
   * The image that the pool names, if it is of this framework, of this project's jars, of this JDK
   * and of these options; the log says why it is not.
   */
  public static Optional<ClassImage> of(
      PoolFiles files, FrameworkClassPath classPath, SlotLog log) {
    String dir = files.get(Options.FRAMEWORK_IMAGE);
    if (dir.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (!isGiven()) {
        log.info("the image in " + dir + " does not fit: see the pool manager's log");
        return Optional.empty();
      }
      ClassImage image = ClassImage.open(classes(Path.of(dir)));
      List<String> made = image.subject().lines().toList();
      String maker = maker(files);
      if (!made.get(0).equals(maker)) {
        log.info("the image in " + dir + " is of «" + made.get(0) + "», here is «" + maker + "»");
        return Optional.empty();
      }
      Map<Path, String> now = identities(classPath);
      ClassImage here = image.at(places(made.subList(1, made.size()), now.values()));
      Optional<Path> hiding = hiding(here, made, now);
      if (hiding.isPresent()) {
        log.info("the image in " + dir + " has a class that " + hiding.get() + " has, too");
        return Optional.empty();
      }
      sayIfNotShared(dir, log);
      return Optional.of(here);
    } catch (IOException | RuntimeException e) {
      log.warn("the image in " + dir + " cannot be used", e);
      return Optional.empty();
    }
  }

  /** Whether the pool manager has found that the image fits the slot's JVM. */
  private static boolean isGiven() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .anyMatch(option -> option.startsWith(ARCHIVE_OPTION));
  }

  /** HotSpot says nothing when it refuses a class data archive. */
  private static void sayIfNotShared(String dir, SlotLog log) {
    try {
      ReflectiveAccess archives = ReflectiveAccess.ofClass(Class.forName("jdk.internal.misc.CDS"));
      String question =
          Runtime.version().feature() < FIRST_WITH_OTHER_NAME
              ? "isSharingEnabled"
              : "isUsingArchive";
      if (!(boolean) archives.call(question, new Class<?>[0])) {
        log.info("the JVM refuses the class data archive in " + dir + ": see -Xlog:cds");
      }
    } catch (Exception e) {
      log.info("the JVM does not tell whether it uses the class data archive in " + dir + ": " + e);
    }
  }

  /**
   * What an image depends on.
   *
   * @throws IOException when a jar cannot be read, or when the class path has a directory among its
   *     jars: a class that is put there later would come before those of the image
   */
  public static String subject(PoolFiles files, FrameworkClassPath classPath) throws IOException {
    List<String> lines = new ArrayList<>(List.of(maker(files)));
    lines.addAll(identities(classPath).values());
    return String.join("\n", lines);
  }

  /** The JDK, what the agents do, and the jars of slots by their content. */
  private static String maker(PoolFiles files) throws IOException {
    CRC32 sum = new CRC32();
    Stream<Path> ofSlots =
        Stream.of(System.getProperty("java.class.path").split(":", -1))
            .map(Path::of)
            .filter(jar -> jar.startsWith(files.lib().getFileName()))
            .map(files.dir()::resolve);
    for (Path jar : Stream.concat(ofSlots, BOOT_JARS.stream().map(files.lib()::resolve)).toList()) {
      if (Files.exists(jar)) {
        sum.update(Files.readAllBytes(jar));
      }
    }
    return Runtime.version()
        + ", waits "
        + files.get(Options.MAPREDUCE_WAITS)
        + ", jars "
        + Long.toHexString(sum.getValue());
  }

  /** Jars by path, in order, each with what it is known by; nodes do not have those of tests. */
  private static Map<Path, String> identities(FrameworkClassPath classPath) throws IOException {
    Map<Path, String> identities = new LinkedHashMap<>();
    for (Path jar : classPath.jars()) {
      if (Files.isDirectory(jar)) {
        throw new IOException("the class path has a directory among its jars: " + jar);
      }
      identities.put(
          jar, Files.size(jar) + " " + Files.getLastModifiedTime(jar).to(TimeUnit.SECONDS));
    }
    return identities;
  }

  /** For each jar of an image its place; -1 for one that is not there, or there twice. */
  private static int[] places(List<String> made, Collection<String> now) {
    Map<String, Integer> places = new HashMap<>();
    int place = 0;
    for (String identity : now) {
      places.merge(identity, place++, (one, other) -> -1);
    }
    return made.stream()
        .mapToInt(
            identity ->
                made.indexOf(identity) == made.lastIndexOf(identity)
                    ? places.getOrDefault(identity, -1)
                    : -1)
        .toArray();
  }

  /** A jar that the image does not know and that has one of its classes. */
  private static Optional<Path> hiding(ClassImage image, List<String> made, Map<Path, String> now)
      throws IOException {
    for (Map.Entry<Path, String> jar : now.entrySet()) {
      if (!made.contains(jar.getValue()) && hasClassOf(image, jar.getKey())) {
        return Optional.of(jar.getKey());
      }
    }
    return Optional.empty();
  }

  private static boolean hasClassOf(ClassImage image, Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile());
        Stream<String> names = file.stream().map(JarEntry::getName)) {
      boolean versioned = file.isMultiRelease();
      return names
          .map(name -> JarIndex.baseName(name, versioned))
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.lastIndexOf('.')).replace('/', '.'))
          .anyMatch(image::holds);
    }
  }
}
