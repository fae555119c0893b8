/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.pool.manager.state.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MpirunTest {
  @TempDir private Path dir;

  @Test
  void shouldEndWhenItIsStartedThoughItShouldHaveEnded() throws Exception {
    Clock time = Clock.system();
    Mpirun mpirun = new Mpirun(dir.resolve("pid"), time, new ProcessWatch(time));
    mpirun.starting();
    mpirun.end();
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      mpirun.started(new ProcessStarter.Child(process.toHandle(), dir.resolve("mpirun.log")));

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it has ended").isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldHaveNoPidAnyMoreWhenItHasEnded() throws Exception {
    Path log = dir.resolve("mpirun.log");
    Clock time = Clock.system();
    Mpirun mpirun = new Mpirun(dir.resolve("pid"), time, new ProcessWatch(time));
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      mpirun.started(new ProcessStarter.Child(process.toHandle(), log));
      assertThat(mpirun.pid()).isEqualTo(process.pid());
    } finally {
      process.destroyForcibly().waitFor();
    }

    assertThat(mpirun.ended()).isEqualTo(log);

    assertThat(mpirun.pid()).isZero();
    assertThat(mpirun.is(process.pid())).isFalse();
    mpirun.end();
    mpirun.killIfDue();
  }
}
