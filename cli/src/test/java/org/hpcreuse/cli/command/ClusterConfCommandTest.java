/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.LearnedClasses;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ClusterConfCommandTest {
  private static final String SMALL = "--slots=2x64";

  @TempDir Path parent;
  private final StringWriter err = new StringWriter();

  @Test
  void shouldWriteAPoolThatItsManagerCanOpen() throws IOException {
    Path dir = parent.resolve("c");

    assertThat(run(dir, SMALL, "--spares=0", "--conf=hpc-reuse.hold-ms=7")).isZero();

    PoolFiles files = PoolFiles.open(dir.resolve("pool"));
    assertThat(files.get(Options.SLOTS)).containsExactly(new SlotClass(2, 64));
    assertThat(files.get(Options.HOLD_MS)).isEqualTo(7);
    assertThat(files.socket()).isEqualTo(parent.resolve("s/pool.sock"));
    assertThat(files.readSecret()).hasSize(64);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("pool"))))
        .isEqualTo("rwx------");
  }

  @Test
  void shouldTellTheMemoryOfAClusterAndWriteNothing() {
    Path dir = parent.resolve("c");
    StringWriter out = new StringWriter();
    CommandLine commands = CliMain.commandLine();
    commands.setOut(new PrintWriter(out, true));

    assertThat(run(commands, dir, "--slots=2x100000", "--spares=0", "--memory")).isZero();

    assertThat(out.toString())
        .matches("\\{\"needsMb\":\\d{6},\"idleMb\":2450,\"availableMb\":\\d+}\\s*");
    assertThat(dir).doesNotExist();
  }

  @Test
  void shouldKeepTheSecretOfAPoolThatIsStartedAgain() throws IOException {
    Path dir = parent.resolve("c");
    run(dir, SMALL);
    String secret = Files.readString(dir.resolve("pool/secret"));

    run(dir, SMALL);

    assertThat(Files.readString(dir.resolve("pool/secret"))).isEqualTo(secret);
  }

  @Test
  void shouldLeaveNoPoolBehindInForkMode() {
    Path dir = parent.resolve("c");
    run(dir, SMALL);

    assertThat(run(dir, SMALL, "--mode=fork")).isZero();

    assertThat(dir.resolve("pool/pool.properties")).doesNotExist();
    assertThat(dir.resolve("conf/yarn-site.xml")).content().doesNotContain("hpc-reuse");
  }

  @Test
  void shouldHaveARankForEachContainerAndNoPoolInSpawnMode() {
    Path dir = parent.resolve("c");

    assertThat(run(dir, "--slots=2x64,1x128", "--mode=spawn")).isZero();

    assertThat(dir.resolve("pool/pool.properties")).doesNotExist();
    assertThat(dir.resolve("client-pool/pool.properties")).doesNotExist();
    assertThat(dir.resolve("run/plan"))
        .content()
        .contains("CLUSTER_MODE='spawn'", "CLUSTER_SLOTS_OF_NODE='3'");
    assertThat(dir.resolve("conf/yarn-site.xml")).content().contains("/s/spawn.sock");
  }

  @Test
  void shouldRefuseToSpawnWithoutMpi() {
    Path dir = parent.resolve("c");

    assertThat(run(dir, "--mode=spawn", "--mpi=none")).isEqualTo(ExitCodes.USAGE);

    assertThat(err.toString()).contains("--mode spawn --mpi none: MPI starts the containers");
    assertThat(dir).doesNotExist();
  }

  @Test
  void shouldMakeAPoolOfClientSlotsWithoutMpiUnlessThereAreNone() throws IOException {
    Path dir = parent.resolve("c");

    assertThat(run(dir, SMALL, "--client-slots=3", "--conf=hpc-reuse.isolation=full")).isZero();

    PoolFiles files = PoolFiles.open(dir.resolve("client-pool"));
    assertThat(files.get(Options.SLOTS)).isEqualTo(SlotClass.parseList("3x512"));
    assertThat(files.get(Options.MPI)).isEqualTo("none");
    assertThat(files.get(Options.SPARES)).isZero();
    assertThat(files.get(Options.ISOLATION)).isEqualTo(Options.Isolation.FULL);
    assertThat(files.socket()).isEqualTo(parent.resolve("s/clients.sock"));
    assertThat(files.readSecret()).isNotEqualTo(PoolFiles.open(dir.resolve("pool")).readSecret());
    assertThat(LearnedClasses.of(files).read()).contains("org.apache.hadoop.mapreduce.Cluster");

    for (String none : List.of("--client-slots=0", "--mode=fork")) {
      assertThat(run(dir, SMALL, "--client-slots=2")).isZero();
      assertThat(run(dir, SMALL, none)).isZero();
      assertThat(dir.resolve("client-pool/pool.properties")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--client-slots=65, --client-slots 65",
    "--client-slots=-1, --client-slots -1",
    "--slots=many, many",
    "--slots=0, --slots 0",
    "--slots=1, --slots 1",
    "--slots=1x2048, --slots 1x2048",
    "--mode=magic, magic",
    "--heartbeat-ms=0, --heartbeat-ms 0",
    "--spares=-1, hpc-reuse.spares",
    "--daemon-heaps=namenode=1g, namenode=1g must be DAEMON=MIB",
    "--mpi=6.0, hpc-reuse.mpi",
    "--conf=nonsense, nonsense",
    "--conf=hpc-reuse.hold-ms=soon, hpc-reuse.hold-ms",
    "--conf=hpc-reuse.slots=2x512, --slots (in a job HPC_REUSE_SLOTS)",
    "--conf=hpc-reuse.spares=0, --spares",
    "--conf=hpc-reuse.mpi=none, --mpi",
    "--conf=hpc-reuse.pool.socket=/tmp/s, TMPDIR",
    "--conf=hpc-reuse.pool.dir=/tmp/p, --dir"
  })
  void shouldRefuseAWrongArgumentByNameAndWriteNothing(String argument, String named) {
    Path dir = parent.resolve("c");

    assertThat(run(dir, argument)).isEqualTo(ExitCodes.USAGE);

    assertThat(err.toString()).contains(named);
    assertThat(dir).doesNotExist();
  }

  @Test
  void shouldRefuseADirectoryThatHadoopCannotDealWith() {
    assertThat(run(parent.resolve("my cluster"), SMALL)).isEqualTo(ExitCodes.USAGE);

    assertThat(err.toString()).contains("my cluster", "' '");
  }

  @Test
  void shouldPlanTheHeapsOfDaemonsAndCountThemAgainstTheMemory() {
    Path dir = parent.resolve("c");

    assertThat(run(dir, SMALL, "--daemon-heaps=namenode=700")).isZero();

    assertThat(dir.resolve("run/plan"))
        .content()
        .contains("HEAP_MB_NAMENODE='700'", "HEAP_MB_DATANODE='256'", "namenode=700,datanode=256");
    assertThat(run(parent.resolve("d"), SMALL, "--daemon-heaps=namenode=9000000"))
        .isEqualTo(ExitCodes.UNAVAILABLE);
    assertThat(err.toString()).contains("Hadoop daemons 90");
  }

  @Test
  void shouldRefuseMoreMemoryThanThereIs() {
    assertThat(run(parent.resolve("c"), "--slots=1000x100000")).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(err.toString()).contains("not enough memory", "slots 100200000");
  }

  @Test
  void shouldAskForRoomOnlyWhereANodeManagerWillRun() {
    String[] several = {SMALL, "--hosts=localhost,n2", "--node-dir=/scratch/n", "--job=1"};

    assertThat(runOnFullDisk(parent.resolve("shared"), several)).isZero();
    assertThat(runOnFullDisk(parent.resolve("own"), SMALL)).isEqualTo(ExitCodes.UNAVAILABLE);

    assertThat(err.toString()).contains("full disk");
  }

  private int runOnFullDisk(Path dir, String... more) {
    CommandLine commands = CliMain.commandLine();
    ClusterConfCommand command = commands.getSubcommands().get("cluster-conf").getCommand();
    command.disk =
        full -> {
          throw new Failure(ExitCodes.UNAVAILABLE, "full disk");
        };
    return run(commands, dir, more);
  }

  private int run(Path dir, String... more) {
    return run(CliMain.commandLine(), dir, more);
  }

  private int run(CommandLine commands, Path dir, String... more) {
    List<String> args = new ArrayList<>(List.of("cluster-conf", "--dir=" + dir));
    args.addAll(List.of("--hadoop-home=/opt/hadoop", "--java-home=/opt/jdk"));
    args.addAll(List.of("--lib-dir=/opt/lib", "--socket-dir=" + parent.resolve("s")));
    args.addAll(List.of(more));
    commands.setErr(new PrintWriter(err, true));
    return commands.execute(args.toArray(String[]::new));
  }
}
