/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.hpcreuse.cleanup.TestProcess;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a thread that has outlived its container is unwound. */
class CondemnedThreadsTest {
  private final Thread own = new Thread(() -> {}, "of the container");
  private final Thread others = new Thread(() -> {}, "of the JDK");

  /** What {@link Unwinding} throws. */
  private static final class Unwound extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Notes what its initialiser could do. */
  private static final class Initialised {
    static final boolean DONE = waits();

    private Initialised() {}

    private static boolean waits() {
      SlotHooks.unwindCondemned();
      SlotHooks.unwindInterrupted();
      return true;
    }
  }

  private static final class Unwinding extends TestProcess {
    @Override
    public void exit(int status, boolean halt) {
      throw new Unwound();
    }
  }

  @BeforeEach
  void install() {
    SlotHooks.install(new Unwinding());
  }

  @AfterEach
  void uninstall() {
    SlotHooks.condemnNone();
    SlotHooks.install(null);
  }

  private boolean isOwn(Thread thread) {
    return thread == own;
  }

  @Test
  void shouldUnwindACondemnedThreadAlone() {
    SlotHooks.condemn(true, this::isOwn, List.of(own));
    assertThatCode(SlotHooks::unwindCondemned).doesNotThrowAnyException();
    assertThatCode(SlotHooks::unwindInterrupted).doesNotThrowAnyException();
    assertThatCode(() -> SlotHooks.unwindStarter(own)).doesNotThrowAnyException();

    SlotHooks.condemn(true, this::isOwn, List.of(own, Thread.currentThread()));
    assertThatThrownBy(SlotHooks::unwindCondemned).isInstanceOf(Unwound.class);
    assertThatThrownBy(SlotHooks::unwindInterrupted).isInstanceOf(Unwound.class);
  }

  @Test
  void shouldLetAnInterruptEndAWaitByAnExceptionWhenItIsToldSo() {
    SlotHooks.condemn(false, this::isOwn, List.of(Thread.currentThread()));

    assertThatCode(SlotHooks::unwindInterrupted).doesNotThrowAnyException();
    assertThatThrownBy(SlotHooks::unwindCondemned).isInstanceOf(Unwound.class);
  }

  /** The JDK and the framework have counted a thread before they start it. */
  @Test
  void shouldUnwindAThreadThatStartsOneOfTheContainersAlone() {
    SlotHooks.condemn(true, this::isOwn, List.of(Thread.currentThread()));

    assertThatCode(() -> SlotHooks.unwindStarter(others)).doesNotThrowAnyException();
    assertThatThrownBy(() -> SlotHooks.unwindStarter(own)).isInstanceOf(Unwound.class);
  }

  /** The JVM would never use the class again. */
  @Test
  void shouldNotUnwindAThreadThatInitialisesAClass() {
    SlotHooks.condemn(true, this::isOwn, List.of(Thread.currentThread()));

    assertThat(Initialised.DONE).isTrue();
  }
}
