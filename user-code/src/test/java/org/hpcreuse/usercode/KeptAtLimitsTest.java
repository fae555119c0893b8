/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.hpcreuse.usercode.kept.program.Bare;
import org.hpcreuse.usercode.kept.program.BelowBlocks;
import org.hpcreuse.usercode.kept.program.Counts;
import org.hpcreuse.usercode.kept.program.Deep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes that are initialised where a stack, a method or a thread is at its end. */
class KeptAtLimitsTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final Copies loader = new Copies();
  private final KeptCode code = loader.code();

  @AfterEach
  void letGo() {
    Copies.letGo();
  }

  /** Near the end of a stack an initialiser may end before its first line. */
  @Test
  void shouldFindAClassThatTheJvmCannotInitialiseAnyMore() throws Exception {
    Class<?> deep = loader.loadClass(Deep.class.getName());
    for (int value = 0; value < 8; value++) {
      loader.loadClass(deep.getName() + "$Value" + value);
    }
    deep.getMethod("overflow").invoke(null);
    assertThat(loader.show(Deep.class)).as("some cannot").isNotEqualTo("8");

    assertThat(code.forget().orElseThrow())
        .containsAnyOf("cannot be initialised any more", "has failed");
  }

  /** The thread has outlived its container. */
  @Test
  void shouldNotKeepAClassThatAnotherThreadInitialises() throws Exception {
    CompletableFuture<Void> runs = new CompletableFuture<>();
    CompletableFuture<Void> end =
        new CompletableFuture<Void>().orTimeout(BOUND.toSeconds(), SECONDS);
    Runnable blocks =
        () -> {
          runs.complete(null);
          end.join();
        };
    System.getProperties().put(Copies.INITIALISING, blocks);
    FutureTask<String> shows = new FutureTask<>(() -> loader.show(BelowBlocks.class));
    Thread left = new Thread(shows, "left");
    left.setDaemon(true);
    left.start();
    runs.get(BOUND.toSeconds(), SECONDS);

    assertThat(code.forget().orElseThrow()).contains("probes not done after 5000 ms");
    end.complete(null);
    assertThat(shows.get(BOUND.toSeconds(), SECONDS)).isEqualTo("blocked true");
  }

  @Test
  void shouldKeepAClassThatHasNoRoomForQuestions() throws Exception {
    loader.add("org/hpcreuse/usercode/kept/program/Large", large());

    for (int container = 0; container < 3; container++) {
      Class<?> type = loader.loadClass("org.hpcreuse.usercode.kept.program.Large");
      assertThat(type.getMethod("show").invoke(null)).hasToString("[Counts]");
      assertThat(code.forget()).isEmpty();
    }
  }

  /** Uses a field of another class as often as a method can. */
  private static byte[] large() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = "org/hpcreuse/usercode/kept/program/Large";
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor show = writer.visitMethod(access, "show", "()Ljava/util/List;", null, null);
    show.visitCode();
    for (int use = 0; use < 16_000; use++) {
      show.visitFieldInsn(
          Opcodes.GETSTATIC, Copies.name(Counts.class), "NAMES", List.class.descriptorString());
      show.visitInsn(Opcodes.POP);
    }
    show.visitFieldInsn(
        Opcodes.GETSTATIC, Copies.name(Counts.class), "NAMES", List.class.descriptorString());
    show.visitInsn(Opcodes.ARETURN);
    show.visitMaxs(0, 0);
    show.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void shouldInitialiseAClassAgainWhoseThreadHasEndedInTheMidst() throws Exception {
    loader.show(Bare.class);
    code.forget();
    Class<?> type = loader.loadClass(Bare.class.getName());
    Thread lost = new Thread(() -> ReadOnce.begin(type), "lost");
    lost.start();
    lost.join();

    assertThatThrownBy(() -> loader.show(Bare.class))
        .isInstanceOf(NoClassDefFoundError.class)
        .hasMessageContaining("was cut off");
    assertThat(code.forget()).isEmpty();
    assertThat(loader.show(Bare.class)).isEqualTo("1");
  }
}
