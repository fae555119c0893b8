/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;

/** What containers leave in threads that the JVM shares, and in what holds for all threads. */
class ThreadLeaksTest extends LeakCases {
  private static final int SETTER_SINCE = 19;
  private static final UncaughtExceptionHandler IGNORES = ThreadLeaksTest::ignore;

  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    Thread shared = finalizer();
    return Stream.of(
        leak("the size of the common pool")
            .without(CommonPoolSize.class)
            .given(() -> ForkJoinPool.commonPool().getParallelism())
            .container(before -> setCommonPoolSize(before + 1))
            .look(() -> ForkJoinPool.commonPool().getParallelism())
            .leftOut((before, now) -> assertThat(now).isEqualTo(before + 1))
            .released((before, now) -> assertThat(now).isEqualTo(before)),
        leak("the default handler of uncaught exceptions")
            .without(UncaughtExceptions.class)
            .given(() -> new ThreadGroup("first"))
            .container(Thread::setDefaultUncaughtExceptionHandler)
            .look(Thread::getDefaultUncaughtExceptionHandler)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("the name, priority and handler of a shared thread")
            .without(ThreadTraits.class)
            .given(() -> traits(shared))
            .container(() -> setTraits(shared))
            .look(() -> traits(shared))
            .leftOut(
                now -> assertThat(now).containsExactly("left behind", Thread.MIN_PRIORITY, IGNORES))
            .released((before, now) -> assertThat(now).isEqualTo(before))
            .audited(new ThreadTraits()));
  }

  private static void setCommonPoolSize(int size) throws ReflectiveOperationException {
    assumeTrue(Runtime.version().feature() >= SETTER_SINCE, "no such setter before JDK 19");
    ForkJoinPool.class
        .getMethod("setParallelism", int.class)
        .invoke(ForkJoinPool.commonPool(), size);
  }

  private static Thread finalizer() {
    return LiveThreads.all().stream()
        .filter(thread -> thread.getName().equals("Finalizer"))
        .findFirst()
        .orElseThrow();
  }

  private static List<Object> traits(Thread thread) {
    return List.of(thread.getName(), thread.getPriority(), thread.getUncaughtExceptionHandler());
  }

  private static void ignore(Thread thread, Throwable thrown) {}

  @SuppressWarnings("ThreadPriorityCheck") // as anybody can
  private static void setTraits(Thread thread) {
    thread.setName("left behind");
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.setUncaughtExceptionHandler(IGNORES);
  }
}
