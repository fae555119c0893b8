/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedirectedLoggersTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveTheFirstContainersWhenLeftOut() throws Exception {
    Object logger = firstContainer();
    slot.releaseWithout(RedirectedLoggers.class);
    assertThat(now()).contains(logger);
    loggers().remove(logger);
  }

  @Test
  void shouldKeepThoseOfBeforeAlone() throws Exception {
    Set<Object> before = new HashSet<>(now());
    Object logger = firstContainer();
    assertThat(now()).contains(logger);
    slot.release();
    assertThat(now()).isEqualTo(before);
  }

  private static Set<Object> now() {
    return new RedirectedLoggers().capture(LoadedClasses.none());
  }

  /** Puts a key there that the JDK does not know; it looks at all of them but once. */
  private static Object firstContainer() throws Exception {
    Object logger = new Object();
    loggers().put(logger, null);
    return logger;
  }

  @SuppressWarnings("unchecked") // the JDK's own map
  private static Map<Object, Object> loggers() throws ReflectiveOperationException {
    Class<?> type = Class.forName("jdk.internal.logger.BootstrapLogger$RedirectedLoggers");
    return ReflectiveAccess.ofClass(type).in("INSTANCE").get("redirectedLoggers", Map.class);
  }
}
