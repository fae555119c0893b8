/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cli.plan.MpiInstallation;
import org.hpcreuse.cli.plan.SlotSpec;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The pool of one node in a cluster that the site runs itself: a directory with {@code pool/} for
 * the pool manager and {@code conf}, a link to Hadoop's configuration, for the command line.
 *
 * @param dir the directory, absolute
 * @param slots the slots by size
 * @param spares slot processes in addition to these
 * @param mpi a value of {@link Options#MPI}
 * @param installation the node's Open MPI; not used without MPI
 * @param javaHome the JDK of the NodeManager
 * @param libDir the directory of this project's jars
 * @param image a value of {@link Options#FRAMEWORK_IMAGE}
 * @param hadoopHome the node's Hadoop
 * @param confDir its HADOOP_CONF_DIR
 */
public record NodePool(
    Path dir,
    List<SlotClass> slots,
    int spares,
    String mpi,
    MpiInstallation installation,
    Path javaHome,
    Path libDir,
    String image,
    Path hadoopHome,
    Path confDir) {

  /** What the NodeManager's {@code hpc-reuse.pool.dir} names. */
  public Path poolDir() {
    return dir.resolve("pool");
  }

  /** What the pool manager reads. */
  public Path file() {
    return poolDir().resolve("pool.properties");
  }

  /**
   * Writes the directory. It writes nothing when a path does not hold what it must, or when there
   * is a pool already.
   *
   * @throws Failure naming what is missing or in the way
   * @throws IllegalArgumentException when the directory's name is too long for a socket
   */
  public void write() throws IOException, Failure {
    require(javaHome.resolve("bin/java"), "--java-home");
    require(libDir.resolve("pool-daemon.jar"), "--lib-dir");
    require(hadoopHome.resolve("share/hadoop/common"), "--hadoop-home");
    require(confDir.resolve("yarn-site.xml"), "--conf-dir");
    PoolFiles.requireShortSocket(socket());
    if (Files.exists(file(), LinkOption.NOFOLLOW_LINKS)) {
      throw new Failure(ExitCodes.USAGE, "there is a pool already: " + file() + " exists");
    }
    Files.createDirectories(dir);
    PoolFiles.createOwnerOnly(poolDir());
    Path conf = dir.resolve("conf");
    if (!Files.exists(conf, LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(conf, confDir);
    }
    Files.writeString(file(), text(), StandardOpenOption.CREATE_NEW);
  }

  private static void require(Path path, String option) throws Failure {
    if (!Files.isReadable(path)) {
      throw new Failure(ExitCodes.USAGE, option + ": " + path + " is missing or not readable");
    }
  }

  private Path socket() {
    return poolDir().resolve("run/pool.sock");
  }

  /**
   * The file, with the meaning of each option above it; Properties.store would escape each colon.
   */
  private String text() {
    StringBuilder text =
        new StringBuilder("# The options of this node's pool; see docs/options.md.\n");
    settings()
        .forEach(
            (option, value) ->
                text.append("\n# ")
                    .append(option.meaning())
                    .append('\n')
                    .append(option.key())
                    .append(" = ")
                    .append(value.replace("\\", "\\\\"))
                    .append('\n'));
    return text.toString();
  }

  private Map<Option<?>, String> settings() {
    Map<Option<?>, String> settings = new LinkedHashMap<>();
    settings.put(Options.SOCKET, socket().toString());
    settings.put(Options.SLOTS, SlotSpec.format(slots));
    settings.put(Options.SPARES, Integer.toString(spares));
    settings.put(Options.MPI, mpi);
    if (!mpi.equals("none")) {
      settings.put(Options.MPI_JAR, installation.jar());
      settings.put(Options.MPI_LIBRARY_PATH, installation.libraryPath());
      settings.put(Options.MPIRUN, installation.mpirun());
    }
    settings.put(Options.JAVA_HOME, javaHome.toString());
    settings.put(Options.LIB_DIR, libDir.toString());
    settings.put(
        Options.FRAMEWORK_CLASSPATH, String.join(":", new FrameworkPath(hadoopHome).all()));
    settings.put(Options.CONF_DIR, confDir.toString());
    if (!image.isEmpty()) {
      settings.put(Options.FRAMEWORK_IMAGE, image);
    }
    return settings;
  }
}
