/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found is killed: it must be the container's and nobody else's. */
final class ContainerMarkTest {
  private static final String ID = "container_of_this_test";

  @TempDir private Path temp;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process sleep(Path directory, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "300").directory(directory.toFile());
    builder.environment().putAll(environment);
    started.add(builder.start());
    return started.get(started.size() - 1);
  }

  private static List<Long> found(String id, String workDir) {
    return new ContainerMark(id, workDir).processes().stream().map(ProcessIdentity::pid).toList();
  }

  @Test
  void shouldFindWhatCarriesTheIdOrWorksInTheDirectory() throws IOException {
    Path directory = Files.createDirectories(temp.resolve(ID).resolve("sub"));
    Process byId = sleep(temp, Map.of("CONTAINER_ID", ID));
    Process byDirectory = sleep(directory, Map.of());
    sleep(temp, Map.of("CONTAINER_ID", ID + "0"));
    sleep(temp, Map.of("OTHER_CONTAINER_ID", ID));

    assertThat(found(ID, directory.getParent().toString()))
        .containsExactlyInAnyOrder(byId.pid(), byDirectory.pid());
  }

  @Test
  void shouldFindNothingInADirectoryThatIsNotTheContainersAlone() throws IOException {
    sleep(temp, Map.of());

    for (String workDir : List.of("/", "", temp.toString(), temp.getParent().toString())) {
      assertThat(found(ID, workDir)).as(workDir).isEmpty();
    }
  }

  @Test
  void shouldFindNothingWithoutAnId() throws IOException {
    sleep(temp, Map.of("CONTAINER_ID", ""));

    assertThat(found("", "")).isEmpty();
    assertThat(found("", "/")).isEmpty();
  }
}
