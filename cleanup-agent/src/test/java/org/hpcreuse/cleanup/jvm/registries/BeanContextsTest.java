/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.Introspector;
import java.beans.PropertyEditorManager;
import java.beans.PropertyEditorSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BeanContextsTest {
  @AfterEach
  void forget() throws Exception {
    BeanContexts.forgetOwn();
  }

  @Test
  void shouldEditWithFirstContainersEditorWhenLeftOut() {
    firstContainer();
    assertThat(PropertyEditorManager.findEditor(Integer.TYPE)).isInstanceOf(Own.class);
    assertThat(Introspector.getBeanInfoSearchPath()).containsExactly("first.container");
  }

  @Test
  void shouldEditAsInAFreshJvmWhenForgotten() throws Exception {
    firstContainer();
    BeanContexts.forgetOwn();
    assertThat(PropertyEditorManager.findEditor(Integer.TYPE)).isNotInstanceOf(Own.class);
    assertThat(Introspector.getBeanInfoSearchPath()).doesNotContain("first.container");
  }

  private static void firstContainer() {
    PropertyEditorManager.registerEditor(Integer.TYPE, Own.class);
    Introspector.setBeanInfoSearchPath(new String[] {"first.container"});
  }

  /** Edits nothing. */
  public static final class Own extends PropertyEditorSupport {}
}
