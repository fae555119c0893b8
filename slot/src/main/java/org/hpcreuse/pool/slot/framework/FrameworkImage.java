/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * The image of a framework: the classes of its jars as the agents of slots leave them ({@link
 * ClassImage}), and a class data archive of them.
 *
 * <p>It is good for the jars that it was made of, in their order; more may follow. Jars are known
 * by name, size and time, wherever they lie, so that all nodes and all copies of an installation
 * can use one image.
 */
public final class FrameworkImage {
  private static final String CLASSES = "classes.bin";

  /** The JDK that has renamed its method. */
  private static final int FIRST_WITH_OTHER_NAME = 24;

  private FrameworkImage() {}

  /** Where a directory with an image has the classes. */
  public static Path classes(Path dir) {
    return dir.resolve(CLASSES);
  }

  /**
   * The image that the pool names, if it is of this framework and these options; the log says why
   * it is not.
   */
  public static Optional<ClassImage> of(
      PoolFiles files, FrameworkClassPath classPath, SlotLog log) {
    String dir = files.get(Options.FRAMEWORK_IMAGE);
    if (dir.isEmpty()) {
      return Optional.empty();
    }
    try {
      ClassImage image = ClassImage.open(classes(Path.of(dir)));
      List<String> made = image.subject().lines().toList();
      List<String> now = subject(files, classPath);
      if (now.size() < made.size()) {
        log.info("the image in " + dir + " is of more jars than the framework's");
        return Optional.empty();
      }
      for (int i = 0; i < made.size(); i++) {
        if (!made.get(i).equals(now.get(i))) {
          log.info(
              "the image in " + dir + " is of «" + made.get(i) + "», here is «" + now.get(i) + "»");
          return Optional.empty();
        }
      }
      sayIfNotShared(dir, log);
      return Optional.of(image);
    } catch (IOException | RuntimeException e) {
      log.warn("the image in " + dir + " cannot be used", e);
      return Optional.empty();
    }
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

  /** What an image depends on, beside this project's own jars: a line each. */
  public static List<String> subject(PoolFiles files, FrameworkClassPath classPath)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(Options.MAPREDUCE_WAITS.key() + " " + files.get(Options.MAPREDUCE_WAITS));
    for (Path jar : classPath.jars()) {
      lines.add(
          Files.isDirectory(jar)
              ? "directory"
              : jar.getFileName()
                  + " "
                  + Files.size(jar)
                  + " "
                  + Files.getLastModifiedTime(jar).to(TimeUnit.SECONDS));
    }
    return lines;
  }
}
