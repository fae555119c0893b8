/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.pool.Launched;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.AcceptsCaller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A container's own code accepts whom it likes, as in a process of its own. */
class OwnServerTest {
  @RegisterExtension static final PoolExtension POOL = PoolExtension.with(Mpi.NONE);

  @Test
  void shouldHearAnotherUserWhereTheContainersOwnCodeListens() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");
    Launched server = POOL.launch(POOL.container(AcceptsCaller.class));
    Waits.until("the container to listen").until(() -> server.stdout().endsWith("\n"));
    String port = server.soFar().value("port");

    Process caller =
        new ProcessBuilder(
                List.of(
                    "setpriv",
                    "--reuid=65534",
                    "--regid=65534",
                    "--clear-groups",
                    "bash",
                    "-c",
                    "exec 3<>/dev/tcp/127.0.0.1/" + port + "; printf g >&3; cat <&3"))
            .start();

    try {
      Outcome outcome = server.outcome();
      assertThat(outcome.status()).as(outcome.stderr()).isZero();
      assertThat(outcome.value("heard")).isEqualTo(Integer.toString('g'));
    } finally {
      caller.destroyForcibly().waitFor(Waits.SOON.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
