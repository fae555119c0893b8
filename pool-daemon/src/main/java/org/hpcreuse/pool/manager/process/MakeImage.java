/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;

/**
 * {@code MakeImage POOL_DIR DIR}: makes the image of a pool's framework in a directory that is
 * there and empty. The pool need not run. Exit status 0 when the image is whole.
 *
 * <p>One JVM loads the framework as slots do and writes its classes as the agents have left them,
 * another one makes a class data archive of these (JEP 310), and a third one, which has the
 * archive, writes what the agents make of the JDK's classes.
 */
public final class MakeImage {
  private static final String LOG = "log";

  /** The archive that leaves out the fewest classes. */
  private static final String BEST = "best.jsa";

  /** What HotSpot says as it makes the archive. */
  private static final String LEFT_OUT = "left-out";

  /** What the first JVM makes for the second one alone. */
  private static final List<String> BETWEEN =
      List.of(SlotCommand.CLASS_LIST, SlotCommand.HOTSPOT_LIST, "classes.jar", LEFT_OUT);

  /** How HotSpot says that it leaves a class out. */
  private static final String NOT_VERIFIED = "Verification failed for ";

  /** How often the archive is made at most; each takes some five seconds. */
  private static final int DUMPS = 4;

  /** How lines of HotSpot's list begin that name lambda expressions. */
  private static final String LAMBDA = "@lambda-";

  /** Variables with options that would be part of the image, for all who use it. */
  private static final Set<String> JVM_OPTIONS =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Each takes some ten seconds; this is for a machine that is lost in its own load. */
  private static final Duration BOUND = Duration.ofMinutes(3);

  private MakeImage() {}

  /** Runs until it is made, or for as long as that may take. */
  public static void main(String[] args) throws InterruptedException {
    if (args.length != 2) {
      System.err.println("usage: MakeImage POOL_DIR DIR");
      System.exit(ExitCodes.USAGE);
    }
    try {
      run(PoolFiles.open(Path.of(args[0])), Path.of(args[1]).toRealPath());
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("no image of the framework is made: " + e.getMessage());
      System.exit(ExitCodes.FAILED);
    }
  }

  /**
   * Makes the image.
   *
   * @param dir empty; its file {@code log} says more when this fails
   * @throws IOException naming what has failed
   */
  private static void run(PoolFiles files, Path dir) throws IOException, InterruptedException {
    SlotProcesses.linkLib(files);
    run(files, SlotCommand.forImage(files, dir), dir.resolve(LOG).toFile());
    addLambdas(dir);
    dump(files, dir);
    run(files, SlotCommand.forJdk(files, dir), dir.resolve(LOG).toFile());
    for (String file : BETWEEN) {
      Files.delete(dir.resolve(file));
    }
    ImageCheck.write(files, dir);
  }

  /**
   * Makes the archive. HotSpot 17 verifies a class of Hadoop as soon as it reads its line in the
   * list, and leaves it out when it would need one of a later line. Such classes go to the end of
   * the list, and the archive is made again, for as long as fewer are left out.
   */
  private static void dump(PoolFiles files, Path dir) throws IOException, InterruptedException {
    Path archive = dir.resolve(SlotCommand.ARCHIVE);
    Path best = dir.resolve(BEST);
    int fewest = Integer.MAX_VALUE;
    for (int round = 0; round < DUMPS && fewest > 0; round++) {
      Files.deleteIfExists(dir.resolve(LEFT_OUT));
      try {
        run(files, SlotCommand.forArchive(files, dir), dir.resolve(LEFT_OUT).toFile());
      } catch (IOException e) {
        if (round == 0) {
          throw e;
        }
        break;
      } finally {
        keep(dir.resolve(LEFT_OUT), dir.resolve(LOG));
      }
      Set<String> leftOut = leftOut(dir);
      if (leftOut.size() >= fewest) {
        break;
      }
      fewest = leftOut.size();
      Files.move(archive, best, StandardCopyOption.REPLACE_EXISTING);
      moveToEnd(dir.resolve(SlotCommand.CLASS_LIST), leftOut);
    }
    Files.move(best, archive, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void keep(Path said, Path log) throws IOException {
    Files.write(
        log, Files.readAllBytes(said), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** The names of the classes that HotSpot could not verify, as its list has them. */
  private static Set<String> leftOut(Path dir) throws IOException {
    try (Stream<String> lines = Files.lines(dir.resolve(LEFT_OUT))) {
      return lines
          .filter(line -> line.contains(NOT_VERIFIED))
          .map(line -> line.substring(line.indexOf(NOT_VERIFIED) + NOT_VERIFIED.length()))
          .map(name -> name.strip().replace('.', '/'))
          .collect(Collectors.toSet());
    }
  }

  /** Moves the lines of classes, and those of the classes that inherit from them. */
  private static void moveToEnd(Path list, Set<String> classes) throws IOException {
    List<String> stay = new ArrayList<>();
    List<String> move = new ArrayList<>();
    Set<String> moved = new HashSet<>();
    for (String line : Files.readAllLines(list)) {
      List<String> words = Arrays.asList(line.split(" ", -1));
      int inherits = words.indexOf("super:");
      if (classes.contains(words.get(0))
          || (inherits > 0
              && !Collections.disjoint(moved, words.subList(inherits, words.size())))) {
        move.add(line);
        moved.add(words.get(words.indexOf("id:") + 1));
      } else {
        stay.add(line);
      }
    }
    stay.addAll(move);
    Files.write(list, stay);
  }

  /**
   * Adds the lambda expressions that HotSpot has seen: their classes, too, are in the archive then,
   * those of the JDK and of the slot. Hadoop's are not, since its loader is none of HotSpot's own.
   */
  private static void addLambdas(Path dir) throws IOException {
    try (Stream<String> lines = Files.lines(dir.resolve(SlotCommand.HOTSPOT_LIST))) {
      List<String> lambdas = lines.filter(line -> line.startsWith(LAMBDA)).toList();
      Files.write(dir.resolve(SlotCommand.CLASS_LIST), lambdas, StandardOpenOption.APPEND);
    }
  }

  private static void run(PoolFiles files, List<String> command, File log)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(files.dir().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().keySet().removeAll(JVM_OPTIONS);
    Process process = builder.start();
    Thread kill = new Thread(process::destroyForcibly, "image-end");
    Runtime.getRuntime().addShutdownHook(kill);
    if (!process.waitFor(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IOException(command.get(0) + " has not ended after " + BOUND + "; log: " + log);
    }
    Runtime.getRuntime().removeShutdownHook(kill);
    if (process.exitValue() != 0) {
      String last =
          Files.readString(log.toPath(), StandardCharsets.ISO_8859_1)
              .lines()
              .reduce("", (before, line) -> line);
      throw new IOException(
          command.get(0) + " has ended with " + process.exitValue() + ": " + last);
    }
  }
}
