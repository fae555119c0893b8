/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NativeThreadResidueTest {
  private static final int THREADS = 8;

  private final CountDownLatch over = new CountDownLatch(1);
  private final NativeThreadResidue threads = new NativeThreadResidue();

  NativeThreadResidueTest() throws Exception {}

  @AfterEach
  void endThreads() {
    over.countDown();
  }

  @Test
  void shouldFindNoThreadOfJavaWhoeverHasNamedIt() throws Exception {
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(this::waitForEnd, "a name of more than fifteen bytes " + i);
      thread.start();
      started.add(thread);
    }
    started.get(0).setName("renamed by another thread");

    assertThat(threads.residue()).isEmpty();
  }

  @Test
  void shouldNameAThreadThatNativeCodeHasStarted() throws Exception {
    Thread java = new Thread(this::waitForEnd, "java");
    java.start();
    Function pause = NativeLibrary.getInstance("c").getFunction("pause");
    LongByReference thread = new LongByReference();
    assertThat(CThreads.pthread_create(thread, null, pause, null)).isZero();
    try {
      assertThat(threads.residue())
          .singleElement()
          .matches(found -> found.kind().equals("native-thread"))
          .matches(found -> found.allowedBy().isEmpty());
    } finally {
      CThreads.pthread_cancel(thread.getValue());
      CThreads.pthread_join(thread.getValue(), null);
    }
    assertThat(threads.residue()).isEmpty();
  }

  private void waitForEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class CThreads {
    static {
      Native.register(CThreads.class, "c");
    }

    static native int pthread_create(
        LongByReference thread, Pointer attributes, Pointer routine, Pointer argument);

    static native int pthread_cancel(long thread);

    static native int pthread_join(long thread, Pointer result);
  }
}
