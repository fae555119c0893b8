/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.pool.slot.process.SlotThreads;
import org.junit.jupiter.api.Test;

class ThreadResidueTest {
  private final SlotThreads groups = SlotThreads.make();
  private final ThreadResidue threads = new ThreadResidue(groups);

  /** JDK 17 takes the group from a thread a moment before it stops to call it alive. */
  @Test
  void shouldNotShowAThreadWhoseCodeHasRunToItsEnd() throws Exception {
    List<Residue> found = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      FutureTask<?> task = new FutureTask<>(() -> null);
      new Thread(groups.release(), task, "ends").start();
      task.get();
      found.addAll(left());
    }

    assertThat(found).isEmpty();
  }

  private List<Residue> left() {
    return threads.residue().stream().filter(thread -> thread.allowedBy().isEmpty()).toList();
  }
}
