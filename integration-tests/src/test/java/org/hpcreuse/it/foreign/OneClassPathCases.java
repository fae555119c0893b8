/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.LooksUpByFramework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What code of the framework finds of a container's classes and files. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneClassPathCases {
  /** The slots that are tested. */
  @RegisterExtension final PoolExtension pool;

  OneClassPathCases(PoolExtension pool) {
    this.pool = pool;
  }

  @Test
  void shouldFindWhatAForkedJvmFindsAndNothingOfAnotherContainer() throws Exception {
    for (String value : List.of("first", "second", "first", "second")) {
      String forked = Fork.run(container(value), Installation.javaHome());
      assertThat(forked).doesNotContain("Exception", "Error").contains("bundle=" + value);

      Outcome outcome = pool.run(container(value));

      assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo(forked);
    }
    pool.awaitAllFree();
    JsonNode slot = pool.audit().get(0);
    assertThat(slot.get("residue")).isEmpty();
    assertThat(slot.get("liveLoaders").asInt()).isZero();
  }

  /** The directory comes last, behind the framework. */
  private Container container(String value) throws IOException {
    Path files = Files.createDirectories(pool.dir().resolve(value));
    Files.writeString(files.resolve("own.properties"), "value=" + value);
    Path services = Files.createDirectories(files.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("java.util.function.Supplier"),
        LooksUpByFramework.OwnService.class.getName());
    Files.writeString(
        services.resolve("java.nio.file.spi.FileTypeDetector"),
        LooksUpByFramework.OwnDetector.class.getName());
    Container container = pool.container(LooksUpByFramework.class);
    List<String> entries = new ArrayList<>(Installation.hadoopJars());
    entries.add(files.toString());
    return container.withFramework(entries);
  }
}
