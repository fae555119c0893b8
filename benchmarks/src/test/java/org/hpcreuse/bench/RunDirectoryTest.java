/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.ContainerTimes;
import org.hpcreuse.bench.cluster.ContainerTimes.Kind;
import org.hpcreuse.bench.cluster.ContainerTimes.Phase;
import org.hpcreuse.bench.cluster.PoolStatus.MeasuredSlot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of runs, as published ones have them and the report reads them. */
final class RunDirectoryTest {
  private static final RunOptions OPTIONS =
      new RunOptions(
          "pi", 5, List.of(Arm.FORK, Arm.FORK_TUNED), 1, 1000, List.of("128m"), 5, List.of());
  private static final Entry HEADER =
      new Entry.Header(1, "today", new Entry.Host("abc", "cpu", 2, 1024, "Linux", "17"), OPTIONS);
  private static final Entry SAMPLE =
      new Entry.Sample(
          "pi",
          Arm.FORK_TUNED,
          0,
          1,
          2,
          List.of(new Entry.Job("application_1", "π", "SUCCEEDED", 7, 3)),
          List.of(new ContainerTimes("c_1", Kind.MAP, "reuse", "", 2, Map.of(Phase.REQUEST, 4L))),
          Map.of("pi", "3.2"),
          Map.of("client", 870L));

  @TempDir Path dir;
  private RunDirectory run;

  @BeforeEach
  void setUp() {
    run = new RunDirectory(dir.resolve("run"));
  }

  private String lineOf(Entry entry) throws IOException {
    run.append(entry);
    List<String> lines = Files.readAllLines(run.samples());
    return lines.get(lines.size() - 1).replace('"', '\'');
  }

  @Test
  void shouldReadBackTheOptionsOfARun() throws IOException {
    run.append(HEADER);
    run.append(SAMPLE);

    assertThat(run.options()).isEqualTo(OPTIONS);
    assertThat(run.read("sample")).hasSize(1);
    assertThat(run.read("faultJob")).isEmpty();
  }

  @Test
  void shouldWriteSamplesAsPublishedOnesAre() throws IOException {
    assertThat(lineOf(SAMPLE))
        .isEqualTo(
            "{'type':'sample','workload':'pi','arm':'fork-tuned','round':0,'startedMs':1,"
                + "'wallMs':2,'jobs':[{'id':'application_1','name':'π','finalStatus':'SUCCEEDED',"
                + "'startedMs':7,'elapsedMs':3}],'containers':[{'container':'c_1','kind':'map',"
                + "'launch':'reuse','slot':2,'at':{'request':4}}],'outputs':{'pi':'3.2'},"
                + "'cpuMs':{'client':870}}");
    assertThat(lineOf(new Entry.ClusterStart(Arm.SINGLE_USE, "3.5.0", 1, 2, 3, 4)))
        .isEqualTo(
            "{'type':'cluster','arm':'single-use','hadoop':'3.5.0','upMs':1,'slots':2,"
                + "'trainingMs':3,'idleRssMb':4}");
  }

  @Test
  void shouldWriteWhatSlotsDidAsPublishedRunsHaveIt() throws IOException {
    MeasuredSlot slot = new MeasuredSlot(0, 8, 5, -1, Map.of("fds", 9L), List.of());
    String slots =
        "'slots':[{'slot':0,'pid':8,'containers':5,'residue':-1,'figures':{'fds':9},'rows':[]}]}";

    assertThat(lineOf(new Entry.Audit("w", 1, List.of(slot))))
        .isEqualTo("{'type':'audit','workload':'w','round':1," + slots);
    assertThat(lineOf(new Entry.Reading("w", 1, true, List.of(slot))))
        .isEqualTo("{'type':'reading','workload':'w','round':1,'rested':true," + slots);
    assertThat(lineOf(new Entry.Release("c", 5, Map.of("a", 1L), 6, Map.of())))
        .isEqualTo(
            "{'type':'release','container':'c','micros':5,'steps':{'a':1},'launchMicros':6,"
                + "'launchSteps':{}}");
    assertThat(
            lineOf(new Entry.IdleCost(Arm.REUSE, 7, List.of(new Entry.Idle("slot 0", 8, 9, 10)))))
        .isEqualTo(
            "{'type':'idle','arm':'reuse','ms':7,'processes':[{'name':'slot 0','pid':8,'cpuMs':9,"
                + "'rssKb':10}]}");
  }

  @Test
  void shouldWriteFaultsAsPublishedCampaignsHaveThem() throws IOException {
    Entry.FaultJob job =
        new Entry.FaultJob(1, "w", "slot_kill", false, 2, Entry.Outcome.ON_PURPOSE, 3, 4, "hit");

    assertThat(lineOf(job))
        .isEqualTo(
            "{'type':'faultJob','number':1,'workload':'w','fault':'slot_kill','missed':false,"
                + "'containers':2,'outcome':'ON_PURPOSE','wallMs':3,'recoveryMs':4,'detail':'hit'}");
    assertThat(lineOf(new Entry.FaultEnd(0, true, "ok", List.of(), List.of("process 7"))))
        .isEqualTo(
            "{'type':'faultEnd','number':0,'mpiOk':true,'mpi':'ok','doubled':[],"
                + "'left':['process 7']}");
  }

  @Test
  void shouldWriteOtherRunsAsPublishedOnesAre() throws IOException {
    assertThat(lineOf(new Entry.MpiRun("p", "gang", 2, 0, 5, Map.of("x → y", 6L))))
        .isEqualTo(
            "{'type':'mpiRun','program':'p','starter':'gang','ranks':2,'round':0,'startedMs':5,"
                + "'nanos':{'x → y':6}}");
    assertThat(lineOf(new Entry.Micro("o.A.b", 1.5, 0.25, List.of(1.0, 2.0))))
        .isEqualTo(
            "{'type':'micro','benchmark':'o.A.b','mean':1.5,'error':0.25,'micros':[1.0,2.0]}");
    Entry.GangEnd gang = new Entry.GangEnd(1, Entry.GangKind.ALL_REDUCE, 2, true, 3, 4, 0, "");
    assertThat(lineOf(gang.withRanksLost(5)))
        .isEqualTo(
            "{'type':'gang','number':1,'kind':'allReduce','ranks':2,'right':true,'wallMs':3,"
                + "'leaveMs':4,'ranksLost':5,'detail':''}");
  }

  @Test
  void shouldRemoveALineThatAStopHasCutOff() throws IOException {
    run.append(HEADER);
    Files.writeString(run.samples(), "{\"type\":\"sam", StandardOpenOption.APPEND);

    assertThat(run.read("sample")).isEmpty();
    run.append(SAMPLE);

    assertThat(run.read("sample")).hasSize(1);
  }

  @Test
  void shouldNameTheLineThatCannotBeRead() throws IOException {
    run.append(HEADER);
    Files.writeString(run.samples(), "{\"type\":\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> run.read("sample"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("samples.jsonl line 2");
  }

  @Test
  void shouldRefuseAFormatOfAnotherVersion() throws IOException {
    run.append(HEADER);
    String other = Files.readString(run.samples()).replace("\"format\":1", "\"format\":2");
    Files.writeString(run.samples(), other);

    assertThatThrownBy(run::options).hasMessageContaining("has format 2, this reads 1");
  }
}
