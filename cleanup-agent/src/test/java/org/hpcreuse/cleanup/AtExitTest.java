/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.util.ShutdownHookManager;
import org.hpcreuse.cleanup.step.ReleaseReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtExitTest {
  private final TestSlot slot = new TestSlot();
  private final List<String> ran = new CopyOnWriteArrayList<>();
  @TempDir private Path directory;

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldRunHooksByPriorityThenJvmsThenDeleteFilesWhenOrderly() throws Exception {
    File file = prepare();
    ReleaseReport report = ReleaseChain.shutdownHooks().run(slot.release(true));
    assertThat(report.retireReason()).isEmpty();
    assertThat(ran).containsExactly("high", "low", "jvm");
    assertThat(file).doesNotExist();
  }

  @Test
  void shouldNotRunWhatIsLeftOut() throws Exception {
    prepare();
    assertThat(without("HadoopShutdownHooks").run(slot.release(true)).retireReason()).isEmpty();
    assertThat(ran).containsExactly("jvm");
  }

  @Test
  void shouldNotRunTheJvmsHooksWhenLeftOut() throws Exception {
    prepare();
    assertThat(without("RunShutdownHooks").run(slot.release(true)).retireReason()).isEmpty();
    assertThat(ran).containsExactly("high", "low");
  }

  @Test
  void shouldKeepFilesWhenTheirDeletionIsLeftOut() throws Exception {
    File file = prepare();
    assertThat(without("DeleteFiles").run(slot.release(true)).retireReason()).isEmpty();
    assertThat(file).exists();
  }

  private static ReleaseChain without(String step) {
    ReleaseChain chain = ReleaseChain.shutdownHooks();
    return chain.steps().stream()
        .filter(each -> each.name().equals(step))
        .map(each -> chain.without(each.getClass()))
        .findAny()
        .orElseThrow();
  }

  @Test
  void shouldRunNothingAfterHalt() throws Exception {
    File file = prepare();
    ReleaseChain.shutdownHooks().run(slot.release(false));
    assertThat(ran).isEmpty();
    assertThat(file).exists();
  }

  @Test
  void shouldTakeNewHooksAfterRelease() throws Exception {
    prepare();
    slot.run(ReleaseChain.shutdownHooks());
    slot.release();
    assertThat(ShutdownHookManager.get().isShutdownInProgress()).isFalse();
    ShutdownHookManager.get().addShutdownHook(() -> ran.add("second container"), 1);
    slot.run(ReleaseChain.shutdownHooks());
    assertThat(ran).containsExactly("high", "low", "jvm", "second container");
  }

  private File prepare() throws Exception {
    ShutdownHookManager.get().addShutdownHook(() -> ran.add("low"), 1);
    ShutdownHookManager.get().addShutdownHook(() -> ran.add("high"), 9);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ran.add("jvm")));
    File file = Files.createFile(directory.resolve("temporary")).toFile();
    file.deleteOnExit();
    return file;
  }
}
