/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.usercode.kept.program.Closes;
import org.hpcreuse.usercode.kept.program.ClosesSlowly;
import org.hpcreuse.usercode.kept.program.HeirOfFinalized;
import org.hpcreuse.usercode.kept.program.Pool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Objects are finalised in the container that has made them, or never. */
class KeptFinalizersTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final Copies loader = new Copies();
  private final KeptCode code = loader.code();

  @AfterEach
  void letGo() {
    Copies.letGo();
  }

  @Test
  void shouldFinaliseObjectsOfTheContainerThatRuns() throws Exception {
    Object first = closes();
    finalise(first);
    Object left = closes();
    assertThat(loader.show(Closes.class)).isEqualTo("[nameless]");

    assertThat(code.forget()).isEmpty();
    finalise(left);
    assertThat(loader.show(Closes.class)).isEqualTo("[]");
    finalise(closes());
    assertThat(loader.show(Closes.class)).isEqualTo("[nameless]");
    Object last = closes();
    KeptClasses.useNone();
    finalise(last);
    assertThat(loader.show(Closes.class)).isEqualTo("[nameless]");
  }

  @Test
  void shouldNotKeepClassesWhoseFinalizerRuns() throws Exception {
    CompletableFuture<Void> end =
        new CompletableFuture<Void>().orTimeout(BOUND.toSeconds(), SECONDS);
    FutureTask<Void> finalizer = finalizesSlowly(end::join);

    assertThat(code.forget()).contains("1 finalizers still run after 1000 ms");
    end.complete(null);
    finalizer.get(BOUND.toSeconds(), SECONDS);
  }

  @Test
  void shouldWaitForAFinalizer() throws Exception {
    Thread slot = Thread.currentThread();
    FutureTask<Void> finalizer =
        finalizesSlowly(
            () ->
                Awaitility.await("the slot to wait")
                    .atMost(BOUND)
                    .until(() -> slot.getState() == Thread.State.TIMED_WAITING));

    assertThat(code.forget()).isEmpty();
    finalizer.get(BOUND.toSeconds(), SECONDS);
  }

  /** Returns when the finalizer runs. */
  private FutureTask<Void> finalizesSlowly(Runnable inside) throws Exception {
    CompletableFuture<Void> runs = new CompletableFuture<>();
    Runnable body =
        () -> {
          runs.complete(null);
          inside.run();
        };
    System.getProperties().put(Copies.INITIALISING, body);
    Object slow = loader.loadClass(ClosesSlowly.class.getName()).getConstructor().newInstance();
    FutureTask<Void> finalizer =
        new FutureTask<>(
            () -> {
              finalise(slow);
              return null;
            });
    Thread thread = new Thread(finalizer, "closes-slowly");
    thread.setDaemon(true);
    thread.start();
    runs.get(BOUND.toSeconds(), SECONDS);
    return finalizer;
  }

  private Object closes() throws ReflectiveOperationException {
    return loader.loadClass(Closes.class.getName()).getConstructor().newInstance();
  }

  private static void finalise(Object object) throws ReflectiveOperationException {
    object.getClass().getMethod("finalize").invoke(object);
  }

  @Test
  void shouldFinaliseAnotherLoadersObjectsInTheirContainerAlone() throws Exception {
    byte[] file = loader.file(Copies.name(ClosesSlowly.class)).orElseThrow();
    Class<?> other =
        new Copies.Other(loader)
            .define(ClosesSlowly.class.getName(), code.rewriteOthers(loader, file));
    Object left = other.getConstructor().newInstance();
    AtomicInteger calls = new AtomicInteger();
    System.getProperties().put(Copies.INITIALISING, (Runnable) calls::incrementAndGet);
    finalise(left);
    assertThat(calls).hasValue(1);

    code.forget();
    finalise(left);
    assertThat(calls).hasValue(1);
  }

  @Test
  void shouldNotKeepAClassThatInheritsAFinalizer() throws Exception {
    assertThat(loader.show(HeirOfFinalized.class)).isEqualTo("1");

    assertThat(code.forget()).contains(HeirOfFinalized.class.getName() + " inherits a finalizer");
  }

  /** The JVM calls none that is empty; such is that of thread pools. */
  @Test
  void shouldKeepAClassThatInheritsAnEmptyFinalizer() throws Exception {
    assertThat(loader.show(Pool.class)).isEqualTo("0 1");

    assertThat(code.forget()).isEmpty();
    assertThat(loader.show(Pool.class)).isEqualTo("0 1");
  }
}
