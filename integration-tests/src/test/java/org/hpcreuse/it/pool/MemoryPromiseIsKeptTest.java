/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Mpi;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.FillsHeap;
import org.hpcreuse.it.program.leave.LeavesNativeMemory;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A free slot holds no more memory than its node is sized for, whatever its container has left. */
class MemoryPromiseIsKeptTest {
  private static final int HEAP_MB = 256;
  private static final int PROMISED_KB = SlotMemory.promisedMb(HEAP_MB) << 10;

  @RegisterExtension
  static final PoolExtension POOL = PoolExtension.with(Mpi.NONE).set(Options.SPARES, "1");

  @BeforeAll
  static void warmUp() {
    POOL.awaitWarmedUp();
  }

  @Test
  void shouldReplaceASlotWhoseContainerHasLeftNativeMemory() throws Exception {
    Outcome leaving =
        run(POOL.container(LeavesNativeMemory.class).withFramework(jna()).arguments("512"));

    Outcome next = run(POOL.container(FillsHeap.class).arguments("1"));

    assertThat(next.assigned().slotPid()).isNotEqualTo(leaving.assigned().slotPid());
    assertThat(Integer.parseInt(next.value("rssKb"))).isLessThan(PROMISED_KB);
    assertThat(Files.readString(POOL.managerLog())).contains("memory: ", "MiB resident, promised");
  }

  @Test
  void shouldUseASlotAgainWhoseContainerHasFilledItsHeap() throws Exception {
    Outcome before = run(POOL.container(FillsHeap.class).arguments("1"));

    Outcome filling = run(POOL.container(FillsHeap.class).arguments("180"));
    Outcome next = run(POOL.container(FillsHeap.class).arguments("1"));

    assertThat(filling.assigned().slotPid()).isEqualTo(before.assigned().slotPid());
    assertThat(next.assigned().slotPid()).isEqualTo(before.assigned().slotPid());
  }

  /** Native code is reached by a JNA of the container's own. */
  private static List<String> jna() throws URISyntaxException {
    URI jar = Native.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return List.of(Path.of(jar).toString());
  }

  private static Outcome run(Container container) throws Exception {
    Outcome outcome = POOL.run(container.heapMb(200));
    assertThat(outcome.status()).as(outcome.stderr()).isZero();
    POOL.awaitAllFree();
    return outcome;
  }
}
