/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.ProgramJar;
import org.hpcreuse.it.harness.Waits;
import org.hpcreuse.it.harness.cluster.Client;
import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.hpcreuse.it.job.OneMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user's jar brings its own classes, as in forked containers. */
@Tag("many-jobs")
class UserJarsTest {
  private static final int JOBS = 20;

  @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void shouldSeeTheLibraryVersionThatAForkedContainerSees(boolean userFirst, boolean jobLoader)
      throws Exception {
    Both<List<String>> seen =
        Both.run(
            FORK.cluster(), REUSE.cluster(), cluster -> jacksonSeen(cluster, userFirst, jobLoader));

    assertThat(seen.reused()).isEqualTo(seen.forked());
    boolean own = seen.reused().get(0).equals("jackson " + PackageVersion.VERSION);
    assertThat(own).as(seen.toString()).isEqualTo(userFirst || jobLoader);
  }

  /** The jar brings this build's Jackson, which is not Hadoop's. */
  private static List<String> jacksonSeen(Cluster cluster, boolean userFirst, boolean jobLoader)
      throws Exception {
    Path jar = cluster.dir().resolve("with-jackson.jar");
    if (Files.notExists(jar)) {
      Path jackson = Installation.jarOf(com.fasterxml.jackson.core.JsonFactory.class);
      ProgramJar.ofPackage(jar, OneMap.class, List.of(jackson));
    }
    String output = Samples.output("jackson");
    cluster.hadoop(
        jar.toString(),
        OneMap.class.getName(),
        "-Dmapreduce.job.user.classpath.first=" + userFirst,
        "-Dmapreduce.job.classloader=" + jobLoader,
        "SeesJackson",
        Samples.text(cluster) + "/LICENSE",
        output);
    List<String> seen = cluster.sortedLines(output);
    assertThat(seen).hasSize(1).first().asString().startsWith("jackson ");
    return seen;
  }

  @Test
  void shouldRunJobsOfTwoJarsWithTheSameClassNamesInTurnAlsoWhenASlotIsLost() throws Exception {
    Cluster cluster = REUSE.cluster();
    Path ones = words(cluster, "ones", 1);
    Path tens = words(cluster, "tens", 10);
    long forks = cluster.forked();
    String input = cluster.dir().resolve("words.txt").toString();
    Files.writeString(Path.of(input), "a b a\nc a\n");
    String words = Samples.text(cluster) + "-words";
    cluster.hadoop("fs", "-put", "-f", input, words);
    String output = Samples.output("turns");
    cluster.awaitIdle();

    Client jobs =
        cluster.startHadoop(
            Samples.jobJar(cluster),
            "org.hpcreuse.it.job.ManyJobs",
            Integer.toString(JOBS),
            words,
            output,
            ones.toString(),
            tens.toString());
    Waits.until("half of the jobs to be done")
        .atMost(Waits.JOB)
        .until(() -> jobs.text().contains("job " + JOBS / 2 + " done"));
    int ranks = livingRanks(cluster);
    loseASlot(cluster);
    jobs.succeed();

    assertThat(livingRanks(cluster)).isEqualTo(ranks - 1);
    assertMpiAddsUp(cluster);
    assertThat(cluster.forked() - forks).as("containers forked").isZero();
    List<String> all = cluster.sortedLines(output + "/*");
    assertThat(all).hasSize(3 * JOBS);
    for (String line : List.of("a\t3", "b\t1", "c\t1", "a\t30", "b\t10", "c\t10")) {
      assertThat(all).filteredOn(line::equals).as(line).hasSize(JOBS / 2);
    }
    for (int i = 0; i < 2; i++) {
      assertThat(cluster.sortedLines(output + "/" + i)).contains(i == 0 ? "a\t3" : "a\t30");
    }
  }

  /** A free one if there is one; a container that is hit is repeated by YARN. */
  private static void loseASlot(Cluster cluster) throws Exception {
    long pid = cluster.status().at("/slots/0/pid").asLong();
    for (JsonNode slot : cluster.status().get("slots")) {
      if (slot.get("state").asText().equals("FREE")) {
        pid = slot.get("pid").asLong();
      }
    }
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  private static void assertMpiAddsUp(Cluster cluster) throws Exception {
    JsonNode check = cluster.mpiCheck();
    assertThat(check.get("ok").asBoolean()).as(check.toString()).isTrue();
    assertThat(check.get("processes")).hasSize(livingRanks(cluster));
  }

  private static int livingRanks(Cluster cluster) throws Exception {
    int ranks = 0;
    for (String part : List.of("slots", "spares")) {
      for (JsonNode seat : cluster.status().get(part)) {
        boolean alive = ProcessHandle.of(seat.get("pid").asLong()).isPresent();
        ranks += seat.get("mpi").asBoolean() && alive ? 1 : 0;
      }
    }
    return ranks;
  }

  /** Word count whose every word counts {@code weight}. */
  private static Path words(Cluster cluster, String name, int weight) throws Exception {
    String source =
        """
        package job;
        import org.apache.hadoop.io.*;
        import org.apache.hadoop.mapreduce.*;
        public class Words {
          static int uses;
          public static class Counts extends Mapper<Object, Text, Text, IntWritable> {
            @Override
            protected void map(Object key, Text line, Context context)
                throws java.io.IOException, InterruptedException {
              if (uses++ > 2) throw new IllegalStateException("static of another job: " + uses);
              for (String word : line.toString().split(" ")) {
                context.write(new Text(word), new IntWritable(%d));
              }
            }
          }
          public static class Adds extends Reducer<Text, IntWritable, Text, IntWritable> {
            @Override
            protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws java.io.IOException, InterruptedException {
              int sum = 0;
              for (IntWritable count : counts) sum += count.get();
              context.write(word, new IntWritable(sum));
            }
          }
        }
        """
            .formatted(weight);
    List<Path> classPath = Installation.hadoopJars().stream().map(Path::of).toList();
    return ProgramJar.compiled(cluster.dir(), name, "job.Words", source, classPath);
  }
}
