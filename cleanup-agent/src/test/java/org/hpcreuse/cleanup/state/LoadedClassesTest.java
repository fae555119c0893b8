/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadedClassesTest {
  private final LoadedClasses classes = new LoadedClasses(LoadedClassesTest.class.getClassLoader());

  @Test
  void shouldNotFindNorLoadWhatWasNeverLoaded() {
    assertThat(classes.find(LoadedClassesTest.class.getName() + "$Never")).isEmpty();
  }

  @Test
  void shouldNotFindNorInitialiseWhatIsOnlyLoaded() throws Exception {
    String name = LoadedClassesTest.class.getName() + "$OnlyLoaded";
    Class<?> type = Class.forName(name, false, LoadedClassesTest.class.getClassLoader());
    assertThat(classes.find(name)).isEmpty();
    assertThat(LoadedClasses.isInitialized(type)).isFalse();
  }

  @Test
  void shouldFindWhatIsInitialised() {
    assertThat(classes.find(LoadedClassesTest.class.getName())).contains(LoadedClassesTest.class);
  }

  static final class Never {
    static final Object VALUE = new Object();
  }

  static final class OnlyLoaded {
    static final Object VALUE = new Object();
  }
}
