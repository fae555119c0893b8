/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.pool.slot.extension.ChildOfManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorResidueTest {
  @TempDir Path directory;

  @Test
  void shouldShowAFileThatIsOpen() throws Exception {
    Path file = Files.writeString(directory.resolve("open"), "something").toRealPath();
    assertThat(residueWithOpen(file)).extracting(Residue::allowedBy).containsExactly("");
  }

  @Test
  void shouldShowAFileThatWasOpen() throws Exception {
    Path file = Files.writeString(directory.resolve("closed"), "something").toRealPath();
    DescriptorResidue descriptors;
    try (InputStream open = Files.newInputStream(file)) {
      assertThat(open.read()).isPositive();
      descriptors =
          new DescriptorResidue(new ChildOfManager(0), List.of(), () -> false, () -> false);
    }
    assertThat(of(descriptors, file)).extracting(Residue::after).containsExactly("");
  }

  /** The selector of the new connection may have numbers that were free. */
  @Test
  void shouldAllowTheSelectorOfANewConnectionAndNoSecondOne() throws Exception {
    DescriptorResidue descriptors =
        new DescriptorResidue(new ChildOfManager(0), List.of(), () -> true, () -> false);
    try (Selector own = Selector.open();
        Selector other = Selector.open()) {
      assertThat(own.isOpen()).isEqualTo(other.isOpen());
      assertThat(descriptors.ofNewNumbers())
          .filteredOn(row -> row.after().startsWith("anon_inode:"))
          .extracting(row -> row.allowedBy().isEmpty())
          .containsExactlyInAnyOrder(true, true, false, false);
    }
  }

  private static List<Residue> residueWithOpen(Path file) throws IOException {
    DescriptorResidue descriptors =
        new DescriptorResidue(new ChildOfManager(0), List.of(), () -> false, () -> false);
    try (InputStream open = Files.newInputStream(file)) {
      assertThat(open.available()).isNotNegative();
      return of(descriptors, file);
    }
  }

  /** What is found of one file: other threads of this JVM may open others. */
  private static List<Residue> of(DescriptorResidue descriptors, Path file) throws IOException {
    return descriptors.residue().stream()
        .filter(row -> (row.before() + row.after()).contains(file.toString()))
        .toList();
  }
}
