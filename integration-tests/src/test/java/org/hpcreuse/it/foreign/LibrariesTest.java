/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.UsesAvro;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Libraries that Hadoop brings are for each container what they are in a JVM of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LibrariesTest {
  private static final String LONGEST = "org.apache.avro.limits.string.maxLength";

  @RegisterExtension final PoolExtension pool = PoolExtension.with(Mpi.NONE);

  @Test
  void shouldForgetWhatAContainerHasToldALibrary() throws Exception {
    for (List<String> words : List.of(List.<String>of(), List.of("convert"), List.<String>of())) {
      assertIsAsForked(words, "");
    }
  }

  @Test
  void shouldGiveALibraryTheOptionsOfEachContainer() throws Exception {
    for (String longest : List.of("", "99", "")) {
      assertIsAsForked(List.of(), longest);
    }
  }

  private void assertIsAsForked(List<String> words, String longest) throws Exception {
    String forked = Fork.run(container(words, longest), Installation.javaHome());
    assertThat(forked).contains(longest.isEmpty() ? "at least 100" : "less than 100");

    Outcome outcome = pool.run(container(words, longest));

    assertThat(outcome.stdout()).as(outcome.stderr()).isEqualTo(forked);
  }

  private Container container(List<String> words, String longest) throws Exception {
    Container container =
        pool.container(UsesAvro.class)
            .arguments(words.toArray(String[]::new))
            .withFramework(Installation.hadoopJars());
    return longest.isEmpty() ? container : container.property(LONGEST, longest);
  }
}
