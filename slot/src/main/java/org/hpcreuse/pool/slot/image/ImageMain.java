/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.image;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.classloader.ClassImage;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.NamedPieces;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.pool.slot.ReleaseWarmUp;
import org.hpcreuse.pool.slot.SlotMain;
import org.hpcreuse.pool.slot.SlotParts;
import org.hpcreuse.pool.slot.context.ClientCommands;
import org.hpcreuse.pool.slot.extension.ChildOfManager;
import org.hpcreuse.pool.slot.extension.PoolMembership;
import org.hpcreuse.pool.slot.framework.FrameworkClassPath;
import org.hpcreuse.pool.slot.framework.FrameworkImage;
import org.hpcreuse.pool.slot.framework.ParsedDefaults;
import org.hpcreuse.pool.slot.process.SlotLog;
import org.hpcreuse.pool.slot.process.StartCost;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.files.Telemetry;
import org.hpcreuse.protocol.option.Options;

/**
 * {@code ImageMain POOL_DIR DIR}: loads the framework of a pool as a slot does, with the agents of
 * a slot and {@link FinalClasses}, and writes what it has loaded.
 *
 * <ul>
 *   <li>{@code classes.bin}, a {@link ClassImage} of the framework's classes;
 *   <li>{@code classes.lst} and {@code classes.jar}, what {@code java -Xshare:dump} makes a class
 *       data archive of, with the classes of the JDK and of the slot.
 * </ul>
 */
public final class ImageMain {
  private static final String JAR = "classes.jar";
  private static final String CLASS = ".class";

  /** In slot.jar, protocol.jar, classloader.jar, jna.jar, slot-mpi.jar and those of the agents. */
  private static final List<String> EARLY_PACKAGES =
      List.of(
          "org.hpcreuse.pool.slot.",
          "org.hpcreuse.pool.mpi.",
          "org.hpcreuse.protocol.",
          "org.hpcreuse.classloader.",
          "org.hpcreuse.cleanup.",
          "org.hpcreuse.portaccess.",
          "org.hpcreuse.hadoop.",
          "com.sun.jna.");

  private ImageMain() {}

  /** Runs in a thread of the group that a slot's own threads are in. */
  public static void main(String[] args) {
    ThreadGroup system = Thread.currentThread().getThreadGroup().getParent();
    Runnable make = () -> run(Path.of(args[0]), Path.of(args[1]));
    new Thread(new ThreadGroup(system, "slot"), make, "image-main").start();
  }

  private static void run(Path pool, Path dir) {
    try {
      PoolFiles files = PoolFiles.open(pool);
      String fingerprint = FrameworkFingerprint.of(files.get(Options.FRAMEWORK_CLASSPATH));
      String subject = FrameworkImage.subject(files, FrameworkClassPath.of(files, fingerprint));
      FrameworkLoader framework = load(files, fingerprint, new SlotLog(dir.resolve("log")));
      Map<String, byte[]> finalFiles = FinalClasses.files();
      List<NamedPieces.Piece> pieces = new ArrayList<>();
      for (Class<?> type : framework.defined()) {
        Optional<Integer> place = framework.onlyPlace(type.getName());
        byte[] file = finalFiles.get(type.getName().replace('.', '/'));
        if (place.isPresent() && file != null) {
          pieces.add(new NamedPieces.Piece(type.getName(), place.get(), file));
        }
      }
      List<NamedPieces.Piece> all = new ArrayList<>(pieces);
      List<NamedPieces.Piece> index = new ArrayList<>(framework.indexPieces());
      index.addAll(ParsedDefaults.pieces(framework));
      all.add(ClassImage.index(index));
      // Else a class that an agent could not rewrite is final in each slot, and no failure there.
      Agent.requireAllRewritten();
      NamedPieces.write(FrameworkImage.classes(dir), subject, all);
      writeJar(dir.resolve(JAR), pieces);
      writeList(dir, framework, pieces);
      Runtime.getRuntime().halt(ExitCodes.OK);
    } catch (Throwable e) {
      e.printStackTrace();
      // Last: it is what the caller shows.
      System.err.println("the image is not made: " + e);
      Runtime.getRuntime().halt(ExitCodes.FAILED);
    }
  }

  /** As a slot does it, with all that it does before its first container. */
  private static FrameworkLoader load(PoolFiles files, String fingerprint, SlotLog log)
      throws IOException, ReflectiveOperationException, InterruptedException {
    Files.createDirectories(files.logs()); // as the pool manager does
    // Not one of the pool, which may run: it waits for no turn.
    PoolMembership none = new ChildOfManager(Integer.MAX_VALUE);
    StartCost cost = new StartCost(log, Telemetry.of(files, "starts-image.jsonl"));
    ClientCommands clients = new ClientCommands(files, Map.of(), Map.of(), 0);
    SlotParts parts = SlotMain.prepare(files, none, log, cost, fingerprint, clients);
    parts.framework().baseline().takeAgain(parts.framework().classes());
    parts.frameworks().warmUp(() -> true);
    new ReleaseWarmUp(parts).whileIdle(() -> true);
    String pid = Long.toString(ProcessHandle.current().pid());
    Files.deleteIfExists(files.outOfMemory(pid));
    Files.deleteIfExists(files.outOfMemoryCall(pid));
    return parts.framework().loader();
  }

  /** Without compression: the JVM that dumps reads each file once. */
  private static void writeJar(Path path, List<NamedPieces.Piece> pieces) throws IOException {
    try (OutputStream out = Files.newOutputStream(path);
        ZipOutputStream jar = new ZipOutputStream(new BufferedOutputStream(out))) {
      jar.setMethod(ZipOutputStream.STORED);
      for (NamedPieces.Piece piece : pieces) {
        ZipEntry entry = new ZipEntry(piece.name().replace('.', '/') + CLASS);
        CRC32 sum = new CRC32();
        sum.update(piece.bytes());
        entry.setCrc(sum.getValue());
        entry.setSize(piece.bytes().length);
        jar.putNextEntry(entry);
        jar.write(piece.bytes());
        jar.closeEntry();
      }
    }
  }

  /**
   * Writes the list of classes in HotSpot's format: a number for each, and for those of a loader
   * that HotSpot does not know also the numbers of superclass and interfaces, which come before.
   */
  private static void writeList(Path dir, FrameworkLoader framework, List<NamedPieces.Piece> pieces)
      throws IOException {
    Set<String> names =
        pieces.stream().map(NamedPieces.Piece::name).collect(Collectors.toUnmodifiableSet());
    loadOwnClasses();
    ClassList list = new ClassList(framework, names, dir.resolve(JAR).toAbsolutePath());
    for (Class<?> type : Agent.loadedClasses()) {
      if (!type.isArray() && !type.isPrimitive() && !type.isHidden()) {
        list.add(type);
      }
    }
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(dir.resolve("classes.lst")))) {
      list.lines.values().forEach(out::println);
    }
  }

  /**
   * Loads all classes of the slot's own jars: a slot needs more of them than this JVM, and a
   * container others.
   */
  private static void loadOwnClasses() throws IOException {
    for (String jar : System.getProperty("java.class.path").split(":", -1)) {
      if (!Files.exists(Path.of(jar))) {
        continue; // an extension that this installation does not have
      }
      try (ZipFile file = new ZipFile(jar)) {
        file.stream()
            .map(ZipEntry::getName)
            .filter(name -> name.endsWith(CLASS))
            .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
            .filter(name -> EARLY_PACKAGES.stream().anyMatch(name::startsWith))
            .forEach(ImageMain::load);
      }
    }
  }

  private static void load(String name) {
    try {
      Class.forName(name, false, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // It needs what this JVM does not have, such as the bindings of MPI.
    }
  }

  /** The lines of the list, as they come. */
  private static final class ClassList {
    private final FrameworkLoader framework;
    private final Set<String> pieces;
    private final Path source;
    private final Map<Class<?>, Integer> numbers = new HashMap<>();
    private final Map<Class<?>, String> lines = new LinkedHashMap<>();

    /**
     * None yet.
     *
     * @param pieces names of the framework's classes that {@code source} has
     */
    ClassList(FrameworkLoader framework, Set<String> pieces, Path source) {
      this.framework = framework;
      this.pieces = pieces;
      this.source = source;
    }

    /** Adds a class and what it needs; returns whether it could be. */
    boolean add(Class<?> type) {
      if (numbers.containsKey(type)) {
        return lines.containsKey(type);
      }
      numbers.put(type, numbers.size());
      String line = type.getName().replace('.', '/') + " id: " + numbers.get(type);
      if (type.getClassLoader() == framework && pieces.contains(type.getName())) {
        Class<?> parent = type.getSuperclass() == null ? Object.class : type.getSuperclass();
        List<Class<?>> interfaces = List.of(type.getInterfaces());
        if (!add(parent) || !interfaces.stream().allMatch(this::add)) {
          return false;
        }
        line += " super: " + numbers.get(parent);
        if (!interfaces.isEmpty()) {
          line +=
              interfaces.stream()
                  .map(one -> numbers.get(one).toString())
                  .collect(Collectors.joining(" ", " interfaces: ", ""));
        }
        line += " source: " + source;
      } else if (!isOfJvm(type)) {
        return false;
      }
      lines.put(type, line);
      return true;
    }

    /** Whether HotSpot finds the class by itself, in each slot and at any time. */
    private static boolean isOfJvm(Class<?> type) {
      ClassLoader loader = type.getClassLoader();
      if (loader == ClassLoader.getSystemClassLoader() || isOfProject(type, loader)) {
        return isOpenedEarly(type);
      }
      return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Whether the boot loader has the class from a jar of an agent. */
    private static boolean isOfProject(Class<?> type, ClassLoader loader) {
      return loader == null && type.getName().startsWith("org.hpcreuse.");
    }

    /**
     * Whether each slot that uses the jar has a class of it before its first container. HotSpot
     * looks for a jar by its name when the first class of it comes from the archive, and a
     * container may have made that name lead elsewhere by then: it changes the directory of the
     * process.
     */
    private static boolean isOpenedEarly(Class<?> type) {
      return EARLY_PACKAGES.stream().anyMatch(type.getName()::startsWith)
          && !type.getName().startsWith("org.hpcreuse.cleanup.boot.kept.");
    }
  }
}
