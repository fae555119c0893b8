/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.workload.MapReduceJobs.ManyClasses;
import org.hpcreuse.bench.workload.MapReduceJobs.Pi;
import org.hpcreuse.bench.workload.MapReduceJobs.TeraSort;
import org.hpcreuse.bench.workload.MapReduceJobs.WordCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MapReduceJobsTest {
  @TempDir Path dir;

  @Test
  void shouldHoldTheJobsOwnFilesAndClassesThatCountTheirUses()
      throws IOException, ReflectiveOperationException {
    Path job = dir.resolve("job.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(job))) {
      out.putNextEntry(new JarEntry("own.txt"));
      out.write('x');
    }

    Path fat = ManyClasses.makeJar(dir, job, 3);

    try (URLClassLoader loader = new URLClassLoader(new URL[] {fat.toUri().toURL()}, null)) {
      assertThat(loader.getResource("own.txt")).isNotNull();
      Class<?> last = loader.loadClass("org.hpcreuse.workload.manyclasses.generated.C2");
      assertThat(last.getMethod("use").invoke(null)).isEqualTo(0);
      assertThat(last.getMethod("use").invoke(null)).isEqualTo(1);
    }
  }

  @Test
  void shouldTakePowersOf1024() {
    assertThat(MapReduceJobs.bytes("128M")).isEqualTo(134_217_728);
    assertThat(MapReduceJobs.bytes("2g")).isEqualTo(2_147_483_648L);
    assertThat(MapReduceJobs.bytes("1t")).isEqualTo(1_099_511_627_776L);
  }

  @Test
  void shouldRefuseWhatIsNoSize() {
    for (String text : new String[] {"", "0m", "128", "-1m", "12 m", "9999999k"}) {
      assertThatThrownBy(() -> MapReduceJobs.bytes(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + text + "\"");
    }
  }

  @Test
  void shouldFindTheEstimateInWhatTheExamplePrints() throws Exception {
    String output =
        """
        Number of Maps  = 4
        Job Finished in 41.739 seconds
        Estimated value of Pi is 3.40000000000000000000
        """;

    assertThat(Pi.estimate(output)).isEqualTo("3.40000000000000000000");
  }

  @Test
  void shouldTakeNoEstimateForAFailure() {
    assertThatThrownBy(() -> Pi.estimate("Number of Maps  = 4\n"))
        .isInstanceOf(BenchException.class)
        .hasMessage("pi has printed no estimate, but: Number of Maps  = 4");
  }

  @Test
  void shouldTakeNothingButAChecksumForSorted() throws Exception {
    assertThat(TeraSort.validated("checksum\t7a27e2d0d55de")).isEqualTo("checksum\t7a27e2d0d55de");
    for (String wrong :
        new String[] {"", "checksum\t12\nerror\tmisorder in part-r-00000 between a and b"}) {
      assertThatThrownBy(() -> TeraSort.validated(wrong))
          .isInstanceOf(BenchException.class)
          .hasMessage("teravalidate: " + wrong);
    }
  }

  @Test
  void shouldWriteTheSameWordsForTheSameSeed() throws IOException {
    List<Path> one = new WordCount(dir.resolve("1"), 7).writeFiles();
    List<Path> same = new WordCount(dir.resolve("2"), 7).writeFiles();
    List<Path> other = new WordCount(dir.resolve("3"), 8).writeFiles();

    assertThat(one).hasSize(4);
    assertThat(one.get(0)).hasSameTextualContentAs(same.get(0));
    assertThat(Files.mismatch(one.get(0), other.get(0))).isNotEqualTo(-1);
    assertThat(Files.mismatch(one.get(0), one.get(1))).isNotEqualTo(-1);
  }
}
