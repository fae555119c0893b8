/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalHandlersTest {
  private final TestSlot slot = new TestSlot();
  private final LoadedClasses classes = new LoadedClasses(getClass().getClassLoader());
  private final Object before = new SignalHandlers().capture(classes);

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldHandleSignalsAsFirstContainerDidWhenLeftOut() throws Exception {
    handleWinch();
    slot.releaseWithout(SignalHandlers.class);
    assertThat(new SignalHandlers().capture(classes)).isNotEqualTo(before);
  }

  @Test
  void shouldHandleSignalsAsBeforeWhenReleased() throws Exception {
    handleWinch();
    slot.release();
    assertThat(new SignalHandlers().capture(classes)).isEqualTo(before);
  }

  /** By name, since the compiler warns of that class, and no option turns that off. */
  private static void handleWinch() throws Exception {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object nothing =
        Proxy.newProxyInstance(
            handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> null);
    Object winch = signal.getConstructor(String.class).newInstance("WINCH");
    signal.getMethod("handle", signal, handler).invoke(null, winch, nothing);
  }
}
