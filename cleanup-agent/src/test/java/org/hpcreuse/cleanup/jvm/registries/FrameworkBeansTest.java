/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.beans.BeanInfo;
import java.beans.Introspector;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.log4j.ConsoleAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameworkBeansTest {
  private final FrameworkBeans beans = new FrameworkBeans();
  private final ClassLoader container = new ClassLoader("container", null) {};

  @AfterEach
  void forget() throws Exception {
    BeanContexts.forgetOwn();
  }

  @Test
  void shouldKeepWhatItLearnedForTheNextContainer() throws Exception {
    BeanInfo first = during(container);
    BeanContexts.forgetOwn();
    assertThat(during(new ClassLoader("next", null) {})).isSameAs(first);
  }

  @Test
  void shouldLearnAnewWhenCodeOfTheContainerRanMeanwhile() throws Exception {
    BeanInfo first = during(new LoadsOneClass());
    BeanContexts.forgetOwn();
    assertThat(during(container)).isNotSameAs(first);
  }

  @Test
  void shouldShowTheContainerNothingOfIt() throws Exception {
    BeanInfo own = during(container);
    assertThat(Introspector.getBeanInfo(ConsoleAppender.class)).isNotSameAs(own);
    assertThat(during(container)).isSameAs(own);
  }

  @Test
  void shouldTakeItBackWhenTheSetUpFails() throws Exception {
    BeanInfo own = during(container);
    assertThatThrownBy(
            () ->
                beans.with(
                    container,
                    () -> {
                      throw new IllegalStateException("not configured");
                    }))
        .hasMessage("not configured");
    assertThat(Introspector.getBeanInfo(ConsoleAppender.class)).isNotSameAs(own);
  }

  private BeanInfo during(ClassLoader of) throws Exception {
    AtomicReference<BeanInfo> known = new AtomicReference<>();
    beans.with(of, () -> known.set(Introspector.getBeanInfo(ConsoleAppender.class)));
    return known.get();
  }

  /** The loader of a container that has a class already. */
  private static final class LoadsOneClass extends ClassLoader {
    LoadsOneClass() throws Exception {
      super("container with a class", null);
      try (InputStream in =
          FrameworkBeansTest.class.getResourceAsStream("FrameworkBeansTest.class")) {
        byte[] code = in.readAllBytes();
        defineClass(FrameworkBeansTest.class.getName(), code, 0, code.length);
      }
    }
  }
}
