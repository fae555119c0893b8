/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.hpcreuse.gang.HungFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StagingTest {
  private static final String EARLIER = "application_1_0001";
  private static final String OWN = "application_2_0001";

  @TempDir private Path home;
  private String before;
  private final Interruption interruption =
      new Interruption(id -> {}, Duration.ofSeconds(6), warning -> {});

  @BeforeEach
  void setHome() {
    before = System.getProperty("user.home");
    System.setProperty("user.home", home.toString());
  }

  @AfterEach
  void restoreHome() {
    HungFileSystem.answer();
    System.setProperty("user.home", before);
  }

  private Staging staging(String manager, String name) throws IOException {
    Configuration conf = HungFileSystem.configuration();
    conf.set(YarnConfiguration.RM_ADDRESS, manager);
    Staging staging = new Staging(conf, name, interruption);
    staging.make();
    return staging;
  }

  /** The directories of applications. */
  private List<Path> applications() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(path -> path.getFileName().toString().startsWith("application_")).toList();
    }
  }

  /** A gang of some cluster has waited for its ranks for eight days. */
  private void makeOldGang(String manager) throws IOException {
    staging(manager, EARLIER);
    FileTime then = FileTime.from(Instant.now().minus(Duration.ofDays(8)));
    for (Path application : applications()) {
      Files.setLastModifiedTime(application, then);
    }
  }

  private void begin(String manager) throws IOException {
    try (Staging own = staging(manager, OWN)) {
      own.removeLeftOversSoon(id -> Optional.empty());
    }
  }

  @Test
  void shouldRemoveWhatItsClusterHasForgotten() throws IOException {
    makeOldGang("one.example:8032");

    begin("one.example:8032");

    assertThat(applications()).isEmpty();
  }

  @Test
  void shouldLeaveAloneWhatAnotherClusterMayUse() throws IOException {
    makeOldGang("one.example:8032");

    begin("another.example:8032");

    assertThat(applications()).singleElement().asString().endsWith(EARLIER);
  }

  @Test
  void shouldEndThoughTheFileSystemDoesNotAnswer() throws IOException {
    try (Staging own = staging("one.example:8032", OWN)) {
      HungFileSystem.hang();
      own.removeLeftOversSoon(id -> Optional.empty());
    }

    assertThat(applications()).hasSize(1);
  }
}
