/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.hpcreuse.cli.plan.ClusterPlan;
import org.hpcreuse.cli.plan.MpiInstallation;
import org.hpcreuse.cli.plan.SlotSpec;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;

/** Makes the directory a pool manager is started on. */
public final class PoolDirectory {
  /** What the rest of the cluster is planned by as well, and how it is said instead. */
  private static final Map<Option<?>, String> PLANNED =
      Map.of(
          Options.SLOTS, "--slots (in a job HPC_REUSE_SLOTS)",
          Options.SPARES, "--spares (in a job HPC_REUSE_SPARES)",
          Options.MPI, "--mpi (in a job HPC_REUSE_MPI)",
          Options.SOCKET, "TMPDIR (in a job HPC_REUSE_SCRATCH)",
          Options.POOL_DIR, "--dir");

  private final ClusterPlan plan;
  private final Map<String, String> settings = new LinkedHashMap<>();

  public PoolDirectory(ClusterPlan plan, MpiInstallation mpi, Path socketDir) {
    this.plan = plan;
    put(Options.SOCKET, socketDir.resolve("pool.sock"));
    put(Options.SLOTS, SlotSpec.format(plan.slots()));
    put(Options.SPARES, plan.spares());
    put(Options.MPI, plan.mpi());
    put(Options.MPI_JAR, mpi.jar());
    put(Options.MPI_LIBRARY_PATH, mpi.libraryPath());
    put(Options.MPIRUN, mpi.mpirun());
    put(Options.MPI_RENEWAL, plan.nodes().isLocal());
    put(Options.PEERS, plan.nodes().dir().resolve("run/peers"));
    put(Options.JAVA_HOME, plan.javaHome());
    put(
        Options.FRAMEWORK_CLASSPATH,
        String.join(":", FrameworkPath.withOffers(plan.hadoopHome(), plan.libDir()).all()));
    put(Options.CONF_DIR, plan.confDir());
    put(Options.LIB_DIR, plan.libDir());
    addKnown(plan.additions());
  }

  /** The options that are written. */
  public Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  /**
   * Writes pool.properties and, when there is none yet, the secret. Of several nodes each makes a
   * secret of its own, and none is on a file system that others see.
   */
  public void write() throws IOException {
    Path dir = plan.dir().resolve("pool");
    PoolFiles.createOwnerOnly(dir);
    Properties properties = new Properties();
    properties.putAll(settings);
    try (Writer out = Files.newBufferedWriter(file())) {
      properties.store(out, "Written by hpc-reuse up");
    }
    if (plan.nodes().isLocal()) {
      Files.createDirectories(dir.resolve("logs"));
      PoolFiles.open(dir).createSecret();
    }
  }

  /** Sets what forked containers may use, unless the user has. */
  public void leaveToForks(long megabytes) {
    settings.putIfAbsent(Options.FORK_HEADROOM_MB.key(), Long.toString(megabytes));
  }

  /** The cluster has no pool (any more). */
  public void remove() throws IOException {
    Files.deleteIfExists(file());
  }

  private Path file() {
    return plan.dir().resolve("pool/pool.properties");
  }

  /** Takes the user's hpc-reuse.* settings; a value the option does not allow is refused here. */
  private void addKnown(Map<String, String> additions) {
    for (Option<?> option : Options.all()) {
      String value = additions.get(option.key());
      if (value != null) {
        if (PLANNED.containsKey(option)) {
          throw new IllegalArgumentException(
              option.key() + " cannot be set on its own: use " + PLANNED.get(option));
        }
        option.parse(value);
        settings.put(option.key(), value);
      }
    }
  }

  private void put(Option<?> option, Object value) {
    settings.put(option.key(), value.toString());
  }
}
