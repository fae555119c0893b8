/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.pool.slot.extension.ChildOfManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappingResidueTest {
  @TempDir Path directory;

  private final MappingResidue mappings = new MappingResidue(new ChildOfManager(0), List::of);

  MappingResidueTest() throws Exception {}

  @Test
  void shouldNameALibraryThatNativeCodeHasOpened() throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libprefs.so");
    Path copy = Files.copy(library, directory.resolve("libopened.so")).toRealPath();
    try (NativeLibrary opened = NativeLibrary.getInstance(copy.toString())) {
      assertThat(opened.getFile()).isNotNull();
      assertThat(of(copy, mappings.ofLibraries())).containsExactly("");
    }
    assertThat(of(copy, mappings.residue())).isEmpty();
  }

  @Test
  void shouldNameAFileThatIsMapped() throws Exception {
    Path file = Files.write(directory.resolve("mapped"), new byte[] {1}).toRealPath();
    MappedByteBuffer mapped;
    try (FileChannel channel = FileChannel.open(file)) {
      mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, 1);
    }
    assertThat(of(file, mappings.residue())).containsExactly("");
    assertThat(of(file, mappings.ofLibraries())).isEmpty();
    assertThat(mapped.get()).isEqualTo((byte) 1);
  }

  @Test
  void shouldAllowALibraryOfTheJdk() throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libprefs.so").toRealPath();
    try (NativeLibrary opened = NativeLibrary.getInstance(library.toString())) {
      assertThat(opened.getFile()).isNotNull();
      assertThat(of(library, mappings.residue()))
          .isNotEmpty()
          .allMatch(rule -> rule.startsWith("jdk-file"));
    }
  }

  /** The rules of what is found of one file. */
  private static List<String> of(Path file, List<Residue> found) {
    return found.stream()
        .filter(residue -> residue.where().equals(file.toString()))
        .map(Residue::allowedBy)
        .toList();
  }
}
