/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.pool.manager.TestPool;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandTest {
  private static final MpiParameters NOTHING_SET = new MpiParameters(Map.of(), List.of());

  @TempDir private Path temp;

  private PoolFiles files(Map<String, String> more) throws IOException {
    Map<String, String> options = new HashMap<>();
    options.put("hpc-reuse.java-home", "/jdk");
    options.put("hpc-reuse.lib-dir", "/lib");
    options.put("hpc-reuse.slot.jvm-args", " -XX:+UseSerialGC  -Xss1m ");
    options.put("hpc-reuse.mpi.jar", "/mpi/mpi.jar");
    options.put("hpc-reuse.mpi.library-path", "/mpi/lib");
    options.putAll(more);
    return TestPool.files(temp, options);
  }

  @Test
  void shouldMakeTheSlotCommand() throws IOException {
    PoolFiles files = files(Map.of("hpc-reuse.slot.cpus", "2"));

    List<String> command = SlotCommand.forProcess(files, 512, 7);

    assertThat(command)
        .startsWith(
            "/jdk/bin/java",
            "-Xmx512m",
            "-XX:-ShrinkHeapInSteps",
            "-XX:MinHeapFreeRatio=85",
            "-XX:MaxHeapFreeRatio=95",
            "-XX:+PerfDisableSharedMem",
            "-XX:CompileCommand=quiet")
        .containsSubsequence(
            "-XX:CompileCommand=exclude,sun.nio.ch.EPollSelectorImpl::doSelect",
            "-XX:+UseSerialGC",
            "-Xss1m",
            "-XX:ActiveProcessorCount=2")
        .contains("--add-opens=java.base/java.lang=ALL-UNNAMED")
        .contains("--add-exports=java.base/sun.net.dns=ALL-UNNAMED")
        .containsSubsequence(
            "-Djava.library.path=/mpi/lib:" + System.getProperty("java.library.path"),
            "-Djava.net.preferIPv4Stack=true",
            "-javaagent:lib/cleanup-agent.jar",
            "-cp",
            "lib/slot.jar:lib/protocol.jar:lib/classloader.jar:lib/slot-mpi.jar:lib/user-code.jar:lib/mpi-api.jar:lib/gang.jar:lib/jna.jar:lib/cleanup-agent.jar:lib/port-access.jar:lib/hadoop-agent.jar:/mpi/mpi.jar")
        .endsWith(SlotCommand.MAIN_CLASS, files.dir().toString(), "512", "7");
  }

  @Test
  void shouldLeaveTheNumberToMpiInARank() throws IOException {
    PoolFiles files = files(Map.of());

    assertThat(SlotCommand.forRank(files, 512)).endsWith(files.dir().toString(), "512");
    assertThat(SlotCommand.forRank(files, 512))
        .noneMatch(w -> w.startsWith("-XX:ActiveProcessorCount"));
  }

  @Test
  void shouldLetTheJvmNoteThatItHasRunOutOfMemory() throws Exception {
    temp = Files.createDirectory(temp.resolve("it's 100%"));
    PoolFiles files = files(Map.of());
    String option =
        SlotCommand.forRank(files, 512).stream()
            .filter(word -> word.startsWith("-XX:OnOutOfMemoryError="))
            .findFirst()
            .orElseThrow();

    // As HotSpot does with it.
    for (String part : option.substring(option.indexOf('=') + 1).split(";", -1)) {
      String command = part.replace("%%", "\0").replace("%p", "123").replace("\0", "%");
      assertThat(new ProcessBuilder("/bin/sh", "-c", command).start().waitFor()).isZero();
    }

    assertThat(files.outOfMemory("123")).isEmptyFile();
    assertThat(files.outOfMemoryCall("123")).isNotEmptyFile();
  }

  @Test
  void shouldRefuseADirectoryThatHotSpotWouldSplit() throws IOException {
    temp = Files.createDirectory(temp.resolve("a;b"));

    assertThatThrownBy(() -> SlotCommand.forRank(files(Map.of()), 512))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a;b");
  }

  @Test
  void shouldTellTheAgentWhoMayConnect() throws IOException {
    assertThat(SlotCommand.forRank(files(Map.of("hpc-reuse.peers", "/run/peers")), 512))
        .containsSequence(
            "-javaagent:lib/cleanup-agent.jar", "-javaagent:lib/port-access.jar=peers=/run/peers");
    assertThat(SlotCommand.forRank(files(Map.of()), 512))
        .containsSequence(
            "-javaagent:lib/cleanup-agent.jar", "-javaagent:lib/port-access.jar=peers=*");
  }

  @Test
  void shouldLeaveTheSleepsOfMapReduceAsTheyAreWhereThePoolSaysSo() throws IOException {
    assertThat(SlotCommand.forRank(files(Map.of()), 512))
        .containsSequence(
            "-javaagent:lib/port-access.jar=peers=*", "-javaagent:lib/hadoop-agent.jar=waits");
    assertThat(SlotCommand.forRank(files(Map.of("hpc-reuse.mapreduce-waits", "stock")), 512))
        .contains("-javaagent:lib/hadoop-agent.jar");
  }

  /** HotSpot would refuse the archive, and the JDK's own with it. */
  @Test
  void shouldNameAnImageOnlyWhereTheJvmCanUseIt() throws IOException {
    Path javaHome = Files.createDirectories(temp.resolve("jdk"));
    Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=17\n");
    Path lib = Files.createDirectories(temp.resolve("jars"));
    Files.writeString(lib.resolve("slot.jar"), "slot");
    Path image = Files.createDirectories(temp.resolve("image"));
    Map<String, String> options = new HashMap<>();
    options.put("hpc-reuse.java-home", javaHome.toString());
    options.put("hpc-reuse.lib-dir", lib.toString());
    options.put("hpc-reuse.framework.image", image.toString());
    String archive = "-XX:SharedArchiveFile=" + image.resolve("classes.jsa");

    assertThat(SlotCommand.forRank(files(options), 512)).as("no stamp").doesNotContain(archive);
    ImageCheck.write(files(options), image);
    assertThat(SlotCommand.forRank(files(options), 512)).contains(archive);
    assertThat(SlotCommand.forRank(files(options), 40_000)).as("heap").doesNotContain(archive);
    for (String other :
        List.of("-javaagent:a.jar", "-Xshare:off", "-XX:+UseZGC", "-XX:AOTCache=a")) {
      Map<String, String> more = new HashMap<>(options);
      more.put("hpc-reuse.slot.jvm-args", "-Xss1m " + other);
      assertThat(SlotCommand.forRank(files(more), 512)).as(other).doesNotContain(archive);
    }
    Files.writeString(lib.resolve("slot.jar"), "another one");
    assertThat(SlotCommand.forRank(files(options), 512)).as("jars").doesNotContain(archive);
  }

  @Test
  void shouldNameTheOptionThatIsMissing() throws IOException {
    PoolFiles files = files(Map.of("hpc-reuse.java-home", ""));

    assertThatThrownBy(() -> SlotCommand.forRank(files, 512))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hpc-reuse.java-home");
  }

  @Test
  void shouldOpenOnlyPackagesThatExist() throws IOException {
    List<String> opens =
        SlotCommand.forRank(files(Map.of()), 512).stream()
            .filter(w -> w.startsWith("--add-opens=") || w.startsWith("--add-exports="))
            .map(w -> w.substring(w.indexOf('=') + 1, w.lastIndexOf('=')))
            .toList();

    assertThat(opens).isNotEmpty();
    for (String open : opens) {
      String[] parts = open.split("/", -1);
      assertThat(ModuleLayer.boot().findModule(parts[0]).orElseThrow().getPackages())
          .contains(parts[1]);
    }
  }

  /** HotSpot says nothing of a method that does not exist. */
  @Test
  void shouldNotCompileMethodsThatExist() throws Exception {
    String exclude = "-XX:CompileCommand=exclude,";
    List<String> methods =
        SlotCommand.forRank(files(Map.of()), 512).stream()
            .filter(word -> word.startsWith(exclude))
            .map(word -> word.substring(exclude.length()))
            .toList();

    assertThat(methods).hasSize(5);
    assertThat(methods).allMatch(CommandTest::exists);
  }

  private static boolean exists(String pattern) {
    String[] parts = pattern.split("::", -1);
    String method = parts[1].replace("*", "");
    return Stream.of("", "$ReferenceHandler", "$FinalizerThread")
        .map(parts[0].replace("*", "")::concat)
        .flatMap(CommandTest::methods)
        .anyMatch(name -> name.startsWith(method));
  }

  private static Stream<String> methods(String className) {
    try {
      return Stream.of(Class.forName(className, false, null).getDeclaredMethods())
          .map(Method::getName);
    } catch (ClassNotFoundException none) {
      return Stream.of();
    }
  }

  @Test
  void shouldGiveMpirunOneContextForEachHeap() throws IOException {
    PoolFiles files = files(Map.of("hpc-reuse.mpi.mpirun-args", "--mca btl self,vader"));
    List<String> small = SlotCommand.forRank(files, 512);

    List<String> command =
        MpirunCommand.of(
            files,
            List.of(new SlotClass(4, 512), new SlotClass(1, 1024)),
            Path.of("/m"),
            true,
            NOTHING_SET);

    assertThat(command)
        .startsWith("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none")
        .containsSequence("--enable-recovery", "--mca", "mpi_yield_when_idle", "1")
        .containsSequence("--mca", "orte_tmpdir_base", "/m")
        .containsSequence("--mca", "btl_vader_backing_directory", "/m")
        .containsSequence("--mca", "btl", "self,vader", "-n", "4", "env", small.get(0), "-Xmx512m")
        .containsOnlyOnce("btl")
        .containsSequence("512", ":", "-n", "1", "env", small.get(0), "-Xmx1024m")
        .endsWith("1024");
    assertThat(
            MpirunCommand.of(
                files, List.of(new SlotClass(1, 512)), Path.of("/m"), false, NOTHING_SET))
        .doesNotContain("--allow-run-as-root", ":")
        .containsSequence("--mca", "btl", "self,vader");
  }

  private List<String> mpirun(String arguments, Map<String, String> environment, List<Path> more)
      throws IOException {
    PoolFiles files = files(Map.of("hpc-reuse.mpi.mpirun-args", arguments));
    MpiParameters parameters = new MpiParameters(environment, more);
    return MpirunCommand.of(
        files, List.of(new SlotClass(1, 512)), Path.of("/m"), false, parameters);
  }

  private Path parameters(String... lines) throws IOException {
    return Files.write(Files.createTempFile(temp, "mca-params", ".conf"), List.of(lines));
  }

  @Test
  void shouldChooseTheWayOfMessagesThatHeedsTheChoiceOfSharedMemory() throws IOException {
    Path debian = parameters("# pml = ucx", "btl = ^uct,openib,ofi", "pml = ^ucx");

    for (List<Path> more : List.of(List.<Path>of(), List.of(debian), List.of(temp.resolve("no")))) {
      assertThat(mpirun("", Map.of(), more))
          .containsSequence("--mca", "btl", "self,vader")
          .containsSequence("--mca", "pml", "ob1");
    }
  }

  @Test
  void shouldLeaveTheWayOfMessagesToWhoHasChosenOne() throws IOException {
    Path users = parameters("  pml=cm");
    Path sites = parameters("pml = ^ob1", "btl = self,tcp");

    assertThat(mpirun("--mca pml ucx", Map.of(), List.of())).doesNotContain("ob1");
    assertThat(mpirun("--mca btl self,tcp", Map.of(), List.of()))
        .doesNotContain("pml", "self,vader");
    assertThat(mpirun("", Map.of("OMPI_MCA_pml", "ucx"), List.of()))
        .doesNotContain("pml")
        .containsSequence("--mca", "btl", "self,vader");
    assertThat(mpirun("", Map.of("OMPI_MCA_btl", "self,tcp"), List.of()))
        .doesNotContain("pml", "btl");
    assertThat(mpirun("", Map.of(), List.of(users))).doesNotContain("pml");
    assertThat(mpirun("", Map.of(), List.of(sites))).doesNotContain("pml", "btl");
    assertThat(mpirun("", Map.of("OMPI_MCA_pml", "^ucx"), List.of(users)))
        .as("the variable overrules the file")
        .containsSequence("--mca", "pml", "ob1");
  }

  @Test
  void shouldLeaveDirectoriesToWhoNamesThemForMpirun() throws IOException {
    PoolFiles files =
        files(Map.of("hpc-reuse.mpi.mpirun-args", "--mca btl_vader_backing_directory /site"));

    List<String> command =
        MpirunCommand.of(files, List.of(new SlotClass(1, 512)), Path.of("/m"), false, NOTHING_SET);

    assertThat(command)
        .containsSequence("--mca", "orte_tmpdir_base", "/m")
        .containsSequence("--mca", "btl_vader_backing_directory", "/site")
        .containsOnlyOnce("btl_vader_backing_directory");
  }
}
