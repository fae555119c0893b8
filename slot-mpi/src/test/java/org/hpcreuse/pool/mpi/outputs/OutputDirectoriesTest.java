/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputDirectoriesTest {
  private static final String APPLICATION = "usercache/u/appcache/application_1_0001";
  private static final String MAP = "attempt_1_0001_m_000000_0";
  private static final String OTHER_MAP = "attempt_1_0001_m_000001_0";

  @TempDir private Path disks;
  private final OutputDirectories directories = new OutputDirectories();

  private WrittenOutput write(String directory) throws IOException {
    return OutputWriter.write(disks.resolve(directory), new byte[1]);
  }

  /** Hadoop's LocalDirAllocator takes one disk after the other. */
  @Test
  void findsAnIndexThatLiesOnAnotherDisk() throws IOException {
    directories.learn(disks + "/a/" + APPLICATION + "," + disks + "/b/" + APPLICATION);
    WrittenOutput written = write("a/" + APPLICATION + "/output/" + MAP);
    Path index = disks.resolve("b/" + APPLICATION + "/output/" + MAP + "/file.out.index");
    Files.createDirectories(index.getParent());
    Files.move(written.index(), index);
    assertThat(directories.find(APPLICATION, List.of(MAP)))
        .contains(List.of(new WrittenOutput(written.file(), index)));
  }

  @Test
  void findsEachMapOnTheDiskThatHasIt() throws IOException {
    directories.learn(disks + "/a/" + APPLICATION + "," + disks + "/b/" + APPLICATION);
    WrittenOutput first = write("b/" + APPLICATION + "/output/" + MAP);
    WrittenOutput second = write("a/" + APPLICATION + "/output/" + OTHER_MAP);
    assertThat(directories.find(APPLICATION, List.of(MAP, OTHER_MAP)))
        .contains(List.of(first, second));
  }

  @Test
  void aDiskIsKnownToOtherApplications() throws IOException {
    directories.learn(disks + "/usercache/other/appcache/application_1_0009");
    WrittenOutput map = write(APPLICATION + "/output/" + MAP);
    assertThat(directories.find(APPLICATION, List.of(MAP))).contains(List.of(map));
  }

  @Test
  void oneMissingMapIsNothing() throws IOException {
    directories.learn(disks + "/" + APPLICATION);
    write(APPLICATION + "/output/" + MAP);
    assertThat(directories.find(APPLICATION, List.of(MAP, OTHER_MAP))).isEmpty();
  }

  @Test
  void namesThatLeadElsewhereFindNothing() throws IOException {
    directories.learn(disks + "/" + APPLICATION);
    write("usercache/elsewhere");
    write(APPLICATION + "/output/x");
    assertThat(directories.find(APPLICATION, List.of("../../../../elsewhere"))).isEmpty();
    assertThat(directories.find(APPLICATION, List.of("x"))).isEmpty();
    assertThat(directories.find("usercache", List.of(MAP))).isEmpty();
    assertThat(directories.find("usercache/../appcache/application_1_0001", List.of(MAP)))
        .isEmpty();
  }

  @Test
  void containersWithoutSuchDirectoriesTeachNothing() {
    directories.learn(null);
    directories.learn("");
    directories.learn("relative/" + APPLICATION + ",/" + APPLICATION + "/deeper,/tmp");
    assertThat(directories.find(APPLICATION, List.of(MAP))).isEmpty();
  }

  @Test
  void theApplicationIsWhatAllDisksHaveInCommon() {
    assertThat(OutputDirectories.application("/a/b/" + APPLICATION + ",/c/" + APPLICATION))
        .contains(APPLICATION);
    assertThat(OutputDirectories.application("/a/b")).isEmpty();
    assertThat(OutputDirectories.application(null)).isEmpty();
  }
}
