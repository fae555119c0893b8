/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.Entry.GangEnd;
import org.hpcreuse.bench.Entry.GangKind;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckedGangTest {
  private static final String BEGUN = "echo rank 0 begins; echo rank 1 begins; ";

  @TempDir private Path dir;

  private final List<Long> killed = new ArrayList<>();

  @Test
  void shouldBeRightWhenTheFirstRankSaysSo() throws Exception {
    GangEnd end = gang(GangKind.MIXED, BEGUN + "echo seed 5, 2 ranks: right");

    assertThat(end.right()).as(end.detail()).isTrue();
    assertThat(Files.readString(dir.resolve("words")).strip())
        .startsWith("mpi --dir " + dir.resolve("c") + " -n 2 ")
        .endsWith("gangcheck.jar 5");
  }

  @Test
  void shouldNotBeRightWithAnotherLineOrStatus() throws Exception {
    assertThat(gang(GangKind.MIXED, BEGUN + "echo seed 6, 2 ranks: right").right()).isFalse();
    assertThat(gang(GangKind.MIXED, BEGUN + "echo seed 5, 2 ranks: right; exit 1").right())
        .isFalse();
    assertThat(gang(GangKind.MIXED, "echo seed 5, 2 ranks: right").detail())
        .startsWith("0 of 2 ranks have begun");
  }

  @Test
  void shouldKillTheVictimThatTheGangNames() throws Exception {
    GangEnd end = gang(GangKind.ALL_REDUCE, BEGUN + "echo victim 1234; exit 137");

    assertThat(killed).containsExactly(1234L);
    assertThat(end.right()).as(end.detail()).isTrue();
    assertThat(Files.readString(dir.resolve("words"))).endsWith("gangcheck.jar 5 allReduce\n");
  }

  @Test
  void shouldNotBeRightWhenAGangWithoutOneOfItsRanksEndsWell() throws Exception {
    assertThat(gang(GangKind.RECV, BEGUN + "echo victim 1234").detail()).startsWith("status 0, ");
    assertThat(gang(GangKind.RECV, BEGUN + "exit 137").right()).isFalse();
    assertThat(gang(GangKind.RECV, BEGUN + "echo victim 1234; exit 124").right()).isFalse();
    assertThat(gang(GangKind.RECV, BEGUN + "echo victim 1234; echo another one; exit 137").right())
        .isFalse();
  }

  /** A gang whose command is a script. */
  private GangEnd gang(GangKind kind, String script) throws Exception {
    Path command = dir.resolve("hpc-reuse");
    Files.writeString(
        command, "#!/bin/sh\necho \"$*\" >" + dir.resolve("words") + "\n" + script + "\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    Cluster cluster =
        new Cluster(Arm.REUSE, dir.resolve("c"), new Commands(command, dir.resolve("log")));
    return new GangsCommand.CheckedGang(cluster, Path.of("gangcheck.jar"), 5, 2, kind)
        .run(killed::add);
  }
}
