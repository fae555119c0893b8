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
import java.util.stream.Stream;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PoolConfCommandTest {
  @TempDir Path temp;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void installHadoop() throws IOException {
    for (String file :
        List.of(
            "jdk/bin/java",
            "lib/pool-daemon.jar",
            "hadoop/share/hadoop/common/a.jar",
            "conf/yarn-site.xml")) {
      Files.createDirectories(temp.resolve(file).getParent());
      Files.createFile(temp.resolve(file));
    }
  }

  @Test
  void shouldWriteAPoolThatAManagerCanOpen() throws IOException {
    assertThat(run("--slots=2x512,1x1024", "--spares=0")).as(err.toString()).isZero();

    PoolFiles pool = PoolFiles.open(temp.resolve("node/pool"));
    assertThat(pool.get(Options.SLOTS))
        .containsExactly(new SlotClass(2, 512), new SlotClass(1, 1024));
    assertThat(pool.get(Options.SPARES)).isZero();
    assertThat(pool.get(Options.MPI)).isEqualTo("none");
    assertThat(pool.socket()).isEqualTo(temp.resolve("node/pool/run/pool.sock"));
    assertThat(pool.get(Options.FRAMEWORK_CLASSPATH))
        .startsWith(temp.resolve("hadoop/share/hadoop/common/*") + ":")
        .endsWith("/mapreduce/lib/*");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pool.dir())))
        .isEqualTo("rwx------");
    assertThat(temp.resolve("node/conf").toRealPath()).isEqualTo(temp.resolve("conf"));
  }

  @Test
  void shouldPrintWhatYarnMustKnowOfTheSlots() {
    run("--slots=4x1024,1x1536", "--spares=1");

    assertThat(out.toString())
        .contains(
            "may need 8532 MiB",
            "<name>hpc-reuse.pool.dir</name><value>" + temp.resolve("node/pool") + "</value>",
            "<name>yarn.nodemanager.resource.memory-mb</name><value>7040</value>",
            "<name>yarn.nodemanager.resource.cpu-vcores</name><value>5</value>",
            "capacity-scheduler.xml of the ResourceManager:",
            "maximum-am-resource-percent</name><value>0.3996",
            "hpc-reuse pool " + temp.resolve("node"));
  }

  @Test
  void shouldPrintContainersOfMapReduceThatFitTheSmallestSlot() {
    run("--slots=2x512,1x1024");

    assertThat(out.toString())
        .contains(
            "mapred-site.xml of the clients:",
            "<name>mapreduce.map.memory.mb</name><value>640</value>",
            "<name>mapreduce.reduce.java.opts</name><value>-Xmx500m</value>",
            "<name>yarn.app.mapreduce.am.resource.mb</name><value>640</value>",
            "<name>yarn.app.mapreduce.am.command-opts</name><value>-Xmx480m</value>");
  }

  @Test
  void shouldTakeTheMpiOfTheNode() throws IOException {
    run("--mpi=4.1", "--mpi-jar=/m/mpi.jar", "--mpi-library-path=/m/lib", "--mpirun=/m/mpirun");

    PoolFiles pool = PoolFiles.open(temp.resolve("node/pool"));
    assertThat(pool.get(Options.MPI)).isEqualTo("4.1");
    assertThat(pool.get(Options.MPI_JAR)).isEqualTo("/m/mpi.jar");
    assertThat(pool.get(Options.MPIRUN)).isEqualTo("/m/mpirun");
  }

  @Test
  void shouldKeepAPoolThatIsThere() throws IOException {
    run("--slots=2x512");
    String before = Files.readString(temp.resolve("node/pool/pool.properties"));

    assertThat(run("--slots=3x512")).isEqualTo(ExitCodes.USAGE);

    assertThat(err.toString()).contains("there is a pool already", "pool.properties exists");
    assertThat(temp.resolve("node/pool/pool.properties")).hasContent(before);
  }

  @Test
  void shouldNameWhatIsMissingAndWriteNothing() throws IOException {
    Files.delete(temp.resolve("conf/yarn-site.xml"));

    assertThat(run()).isEqualTo(ExitCodes.USAGE);

    assertThat(err.toString())
        .contains("--conf-dir: " + temp.resolve("conf/yarn-site.xml") + " is missing");
    assertThat(temp.resolve("node")).doesNotExist();
  }

  @Test
  void shouldRefuseADirectoryWhoseSocketWouldBeTooLong() {
    assertThat(runIn("n".repeat(100))).isEqualTo(ExitCodes.USAGE);

    assertThat(err.toString()).contains("hpc-reuse.pool.socket", "limit 100");
    assertThat(temp.resolve("n".repeat(100))).doesNotExist();
  }

  private int run(String... arguments) {
    return runIn("node", arguments);
  }

  private int runIn(String dir, String... arguments) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "pool-conf",
                temp.resolve(dir).toString(),
                "--hadoop-home=" + temp.resolve("hadoop"),
                "--conf-dir=" + temp.resolve("conf"),
                "--java-home=" + temp.resolve("jdk"),
                "--lib-dir=" + temp.resolve("lib")));
    Stream.of(arguments).forEach(words::add);
    CommandLine command = CliMain.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(words.toArray(String[]::new));
  }
}
