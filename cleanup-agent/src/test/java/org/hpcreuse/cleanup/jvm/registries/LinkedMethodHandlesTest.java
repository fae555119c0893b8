/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.user.UserMethodReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkedMethodHandlesTest {
  private static final String USER_CLASS = UserMethodReference.class.getName();

  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepTheContainersMethodWhenLeftOut() throws Exception {
    slot.inContainer(UserMethodReference.class);
    slot.releaseWithout(LinkedMethodHandles.class);
    assertThat(linkedClasses()).contains(USER_CLASS);
  }

  @Test
  void shouldForgetTheContainersMethodAndNoOther() throws Exception {
    List<String> before = linkedClasses();
    slot.inContainer(UserMethodReference.class);
    slot.release();
    assertThat(linkedClasses()).doesNotContain(USER_CLASS).containsAll(before);
  }

  private static List<String> linkedClasses() throws ReflectiveOperationException {
    Map<?, ?> linked =
        ReflectiveAccess.ofClass(MethodHandles.Lookup.class).get("LOOKASIDE_TABLE", Map.class);
    List<String> names = new ArrayList<>();
    for (Object member : linked.keySet()) {
      names.add(ReflectiveAccess.of(member).get("clazz", Class.class).getName());
    }
    return names;
  }
}
