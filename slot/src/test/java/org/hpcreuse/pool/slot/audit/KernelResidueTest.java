/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.pool.slot.process.LibC;
import org.junit.jupiter.api.Test;

class KernelResidueTest {
  private static final int MASK = 0137;

  /** Which memory a core dump has. */
  private static final Path DUMPED = Path.of("/proc/self/coredump_filter");

  private final KernelResidue kernel = new KernelResidue();

  KernelResidueTest() throws Exception {}

  @Test
  void shouldFindNothingInAProcessThatDoesNothing() throws Exception {
    assertThat(kernel.residue()).isEmpty();
    assertThat(kernel.ofProcess()).isEmpty();
  }

  @Test
  void shouldNameALineOfTheStatus() throws Exception {
    int before = LibC.umask(MASK);
    try {
      assertThat(kernel.ofProcess())
          .containsExactly(
              new Residue("kernel", "status/Umask", String.format("%04o", before), "0137", ""));
    } finally {
      LibC.umask(before);
    }
  }

  /** No step knows of it. */
  @Test
  void shouldNameWhatNobodyHasThoughtOf() throws Exception {
    String before = Files.readString(DUMPED).strip();
    Files.writeString(DUMPED, "0x1");
    try {
      assertThat(kernel.ofProcess()).extracting(Residue::where).containsExactly("coredump_filter");
    } finally {
      Files.writeString(DUMPED, "0x" + before);
    }
    assertThat(kernel.ofProcess()).isEmpty();
  }
}
