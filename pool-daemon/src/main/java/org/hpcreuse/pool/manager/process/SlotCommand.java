/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;

/** The command line of a slot's JVM. */
public final class SlotCommand {
  public static final String MAIN_CLASS = "org.hpcreuse.pool.slot.SlotMain";

  /**
   * What the NodeManager opens for every container on JDK 17 and later (ContainerLaunch,
   * ADDITIONAL_JDK17_PLUS_OPTIONS). The slot's own reach into the JDK is opened by its agent.
   */
  private static final List<String> OPENS = List.of("java.base/java.lang");

  /** What Hadoop uses without asking (its DNS utilities). */
  private static final List<String> EXPORTS =
      List.of("java.base/sun.net.dns", "java.base/sun.net.util");

  /**
   * Lets one full collection, a container's own as well, give back what the heap needs no more;
   * HotSpot's serial collector would need four in a row. Without effect on other collectors.
   */
  private static final String SHRINK_AT_ONCE = "-XX:-ShrinkHeapInSteps";

  /**
   * Keeps so much of the heap free after a full collection, percent, that containers wait for no
   * other one: a map task allocates its sort buffer of 100 MB in one piece, and the serial
   * collector makes a full collection before it lets the heap grow. Pages that nobody has touched
   * take no memory, and {@code HeapReturn} gives the others back.
   */
  private static final List<String> ROOM_FOR_CONTAINERS =
      List.of("-XX:MinHeapFreeRatio=85", "-XX:MaxHeapFreeRatio=95");

  /**
   * Keeps the JVM's performance counters out of /tmp/hsperfdata_USER: the file of a slot that is
   * killed would stay there. jstat and jps do not see slots for it; jcmd does.
   */
  private static final String NO_COUNTER_FILE = "-XX:+PerfDisableSharedMem";

  /**
   * C2 compiles a method when it has run twenty times as often as HotSpot's own limits ask for. A
   * slot that starts and trains runs most methods some thousand times and then never again: C2 took
   * more than a third of its processor time. A long task reaches these limits within a second.
   */
  private static final List<String> LATE_C2 =
      List.of(
          "-XX:Tier4InvocationThreshold=100000",
          "-XX:Tier4MinInvocationThreshold=12000",
          "-XX:Tier4CompileThreshold=300000",
          "-XX:Tier4BackEdgeThreshold=800000");

  /**
   * Where threads of a slot wait that never end: the JDK's for references, and the one that listens
   * to the manager in a selector. Compiled, these methods would name the classes of containers that
   * they have met (Netty puts its own set of keys into selectors). A thread that waits in compiled
   * code holds the classes in it, and so the container's loader, and no heap dump shows that.
   * Interpreted, they take some 0.15 us more for a reference, and 0.5 us for a select.
   */
  private static final List<String> NOT_COMPILED =
      List.of(
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=exclude,java.lang.ref.Reference::processPendingReferences",
          "-XX:CompileCommand=exclude,java.lang.ref.Reference*::run",
          "-XX:CompileCommand=exclude,java.lang.ref.Finalizer*::run",
          "-XX:CompileCommand=exclude,jdk.internal.ref.CleanerImpl::run",
          "-XX:CompileCommand=exclude,sun.nio.ch.EPollSelectorImpl::doSelect");

  static final List<String> JARS =
      List.of(
          "slot.jar",
          "protocol.jar",
          "classloader.jar",
          "slot-mpi.jar",
          "user-code.jar",
          "mpi-api.jar",
          "gang.jar",
          "jna.jar",
          "cleanup-agent.jar",
          "port-access.jar",
          "hadoop-agent.jar");

  /** Where the manifests of the agents put their jars, in this order. */
  static final List<String> BOOT_JARS =
      List.of("cleanup-boot.jar", "user-code-boot.jar", "port-access.jar", "hadoop-agent.jar");

  /** Of the framework's image: its class data archive. */
  static final String ARCHIVE = "classes.jsa";

  /** Of the framework's image: the JDK's classes as the agents leave them. */
  private static final String JDK_CLASSES = "jdk.bin";

  /**
   * Has HotSpot map the archive at the address that it was made for. Newer JDKs 17 choose another
   * one each time (JDK-8294323) and so write to each page, which no other slot can share then.
   */
  private static final String WHERE_IT_WAS_MADE = "-XX:ArchiveRelocationMode=0";

  /** The classes in it, as the slot's code has found them. */
  static final String CLASS_LIST = "classes.lst";

  /** The same as HotSpot has written them: without Hadoop's. */
  static final String HOTSPOT_LIST = "hotspot.lst";

  private static final String IMAGE_CLASS = "org.hpcreuse.pool.slot.image.ImageMain";
  private static final String JDK_CLASS = "org.hpcreuse.pool.slot.image.JdkMain";
  private static final int IMAGE_HEAP_MB = 512;
  private static final String IMAGE_COLLECTOR = "-XX:+UseSerialGC";

  private SlotCommand() {}

  /**
   * Makes the command for a slot that learns its number from MPI.
   *
   * @param heapMb maximum heap, MiB
   * @throws IllegalArgumentException when an option it needs is not set, or the pool directory's
   *     name cannot be part of one
   */
  static List<String> forRank(PoolFiles files, int heapMb) {
    List<String> command = jvm(files, heapMb, words(files.get(Options.SLOT_JVM_ARGS)));
    if (ImageCheck.fits(files, heapMb)) {
      Path image = Path.of(files.get(Options.FRAMEWORK_IMAGE));
      command.addAll(withArchive(image));
      command.addAll(agents(files, "=image=" + image.resolve(JDK_CLASSES)));
    } else {
      command.addAll(agents(files, ""));
    }
    command.add("-cp");
    command.add(classPath(files));
    command.add(MAIN_CLASS);
    command.add(files.dir().toString());
    command.add(Integer.toString(heapMb));
    return command;
  }

  /** What all JVMs have that load a framework as slots do. */
  private static List<String> jvm(PoolFiles files, int heapMb, List<String> more) {
    List<String> command = new ArrayList<>();
    command.add(java(files));
    command.add("-Xmx" + heapMb + "m");
    command.add(SHRINK_AT_ONCE);
    command.addAll(ROOM_FOR_CONTAINERS);
    command.add(NO_COUNTER_FILE);
    command.addAll(NOT_COMPILED);
    command.addAll(LATE_C2);
    command.addAll(more);
    long cpus = files.get(Options.SLOT_CPUS);
    if (cpus > 0) {
      command.add("-XX:ActiveProcessorCount=" + cpus);
    }
    OPENS.forEach(name -> command.add("--add-opens=" + name + "=ALL-UNNAMED"));
    EXPORTS.forEach(name -> command.add("--add-exports=" + name + "=ALL-UNNAMED"));
    command.add("-XX:ErrorFile=" + files.logs().resolve("hs_err_pid%p.log"));
    command.add("-XX:OnOutOfMemoryError=" + onOutOfMemory(files));
    String libraries = files.get(Options.MPI_LIBRARY_PATH);
    if (!libraries.isEmpty()) {
      // Before the directories of the JDK's own choice, in which containers look.
      command.add(
          "-Djava.library.path=" + libraries + ":" + System.getProperty("java.library.path"));
    }
    command.add("-Djava.net.preferIPv4Stack=true");
    return command;
  }

  private static List<String> agents(PoolFiles files, String argument) {
    List<String> command = new ArrayList<>();
    Path lib = lib(files);
    command.add("-javaagent:" + lib.resolve("cleanup-agent.jar") + argument);
    String peers = files.get(Options.PEERS);
    // After the other, which has to see classes of the JDK as they are loaded.
    command.add(
        "-javaagent:"
            + lib.resolve("port-access.jar")
            + "=peers="
            + (peers.isEmpty() ? "*" : peers));
    boolean waits = files.get(Options.MAPREDUCE_WAITS) == Options.MapReduceWaits.EVENTS;
    command.add("-javaagent:" + lib.resolve("hadoop-agent.jar") + (waits ? "=waits" : ""));
    return command;
  }

  /**
   * Makes the command that loads a pool's framework for an image. What the pool adds to the options
   * of its slots is not in it: an agent, for example, would change the classes.
   *
   * @param dir where the image goes
   */
  static List<String> forImage(PoolFiles files, Path dir) {
    List<String> load = jvm(files, IMAGE_HEAP_MB, List.of(IMAGE_COLLECTOR));
    load.add("-XX:DumpLoadedClassList=" + dir.resolve(HOTSPOT_LIST));
    load.addAll(agents(files, ""));
    load.add("-javaagent:" + lib(files).resolve("slot.jar"));
    load.addAll(List.of("-cp", classPath(files), IMAGE_CLASS, files.dir().toString()));
    load.add(dir.toString());
    return load;
  }

  /**
   * Makes the command that makes the class data archive of an image.
   *
   * @param dir where the image goes; has what the first command has made
   */
  static List<String> forArchive(PoolFiles files, Path dir) {
    List<String> dump = new ArrayList<>();
    dump.add(java(files));
    dump.add("-Xmx" + IMAGE_HEAP_MB + "m");
    dump.add("-XX:-UsePerfData"); // leaves a file in /tmp
    dump.add(IMAGE_COLLECTOR);
    dump.add("-Xshare:dump");
    dump.add("-XX:SharedClassListFile=" + dir.resolve(CLASS_LIST));
    dump.add("-XX:SharedArchiveFile=" + dir.resolve(ARCHIVE));
    dump.add("-Xbootclasspath/a:" + paths(files, BOOT_JARS));
    dump.addAll(List.of("-cp", paths(files, JARS)));
    return dump;
  }

  /**
   * Makes the command that writes what agents make of the JDK's classes.
   *
   * @param dir where the image goes; has the class data archive
   */
  static List<String> forJdk(PoolFiles files, Path dir) {
    List<String> write = jvm(files, IMAGE_HEAP_MB, List.of(IMAGE_COLLECTOR));
    write.addAll(withArchive(dir));
    write.addAll(agents(files, "=record"));
    write.add("-javaagent:" + lib(files).resolve("slot.jar"));
    write.addAll(List.of("-cp", classPath(files), JDK_CLASS));
    write.add(dir.resolve(JDK_CLASSES).toString());
    return write;
  }

  private static List<String> withArchive(Path image) {
    return List.of(
        "-XX:+UnlockDiagnosticVMOptions",
        WHERE_IT_WAS_MADE,
        "-XX:SharedArchiveFile=" + image.resolve(ARCHIVE));
  }

  /**
   * Makes the command for a slot without MPI.
   *
   * @param heapMb maximum heap, MiB
   * @param number which process of the pool it is
   */
  static List<String> forProcess(PoolFiles files, int heapMb, int number) {
    List<String> command = forRank(files, heapMb);
    command.add(Integer.toString(number));
    return command;
  }

  /** Splits an option that holds words separated by blanks. */
  static List<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+", -1)).filter(w -> !w.isEmpty()).toList();
  }

  /**
   * What HotSpot runs, by a shell, before it throws the first OutOfMemoryError: the one sign of it
   * that does not depend on who catches it. It splits the words at each ';' and replaces %p. The
   * call comes last: the container that it ends must find the mark.
   */
  private static String onOutOfMemory(PoolFiles files) {
    if (files.dir().toString().contains(";")) {
      throw new IllegalArgumentException(
          "HotSpot would split the name of a pool directory with «;»: " + files.dir());
    }
    String call = "echo > " + quoted(files.outOfMemoryCall("%p"));
    return files.get(Options.RETIRE_OUT_OF_MEMORY)
        ? ": > " + quoted(files.outOfMemory("%p")) + ";" + call
        : call;
  }

  private static String quoted(Path anyPid) {
    String dir = anyPid.getParent().toString().replace("%", "%%").replace("'", "'\\''");
    return "'" + dir + "/" + anyPid.getFileName() + "'";
  }

  /** The archive's class path must be the beginning of the slots'. */
  private static String classPath(PoolFiles files) {
    String mpiJar = files.get(Options.MPI_JAR);
    return paths(files, JARS) + (mpiJar.isEmpty() ? "" : ":" + mpiJar);
  }

  private static String paths(PoolFiles files, List<String> jars) {
    Path lib = lib(files);
    return jars.stream().map(jar -> lib.resolve(jar).toString()).collect(Collectors.joining(":"));
  }

  /**
   * Where the jars are, from the pool's directory, in which slots start. A class data archive has
   * the names of jars in it: by these it is the same for all pools, on any node.
   */
  private static Path lib(PoolFiles files) {
    required(files, Options.LIB_DIR);
    return files.dir().relativize(files.lib());
  }

  private static String java(PoolFiles files) {
    return Path.of(required(files, Options.JAVA_HOME), "bin", "java").toString();
  }

  private static String required(PoolFiles files, Option<String> option) {
    String value = files.get(option);
    if (value.isEmpty()) {
      throw new IllegalArgumentException(option.key() + " is not set: " + option.meaning());
    }
    return value;
  }
}
