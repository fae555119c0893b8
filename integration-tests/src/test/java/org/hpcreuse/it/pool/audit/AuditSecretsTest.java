/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.LeftOut;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.leave.LeavesSecrets;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a container leaves is named wherever a slot speaks of it, but its value is nowhere. */
class AuditSecretsTest {
  private static final String SECRET = "hunter2";

  /** The slots of RemediesTest, which leaves remedies out, too. */
  @RegisterExtension
  static final PoolExtension POOL =
      PoolExtension.with(Mpi.NONE)
          .set(Options.RETIRE_OUT_OF_MEMORY, "false")
          .set(Options.SLOT_JVM_ARGS, LeftOut.jvmArgs());

  @Test
  void shouldNameWhatIsLeftAndShowNoValueOfIt() throws Exception {
    POOL.awaitAllFree();
    LeftOut.leaveOut(
        List.of(
            "SecurityProperties",
            "JavaLoggingProperties",
            "Locales",
            "ProcessEnvironmentView.replace",
            "FrameworkSupply.warmUp"));

    Outcome outcome =
        POOL.run(POOL.container(LeavesSecrets.class).withFramework(Installation.hadoopJars()));
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    POOL.awaitAllFree();
    List<JsonNode> audit = POOL.audit();
    JsonNode status = POOL.status();
    LeftOut.nothing();

    assertThat(audit.toString())
        .contains("left.harmless", "left.logging", "LEFT_HARMLESS", "locales", "String(7)#")
        .doesNotContain(SECRET);
    assertThat(status.toString()).doesNotContain(SECRET);
    assertThat(logs()).contains("shutdown hook failed").doesNotContain(SECRET);
  }

  private static String logs() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(POOL.files().logs())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        text.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return text.toString();
  }
}
