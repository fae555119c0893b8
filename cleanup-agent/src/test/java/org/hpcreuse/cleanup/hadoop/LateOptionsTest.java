/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.ReleaseChain;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.step.Release;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LateOptionsTest {
  private static final String OPTION = "some.late.option";

  private final TestSlot slot = new TestSlot();

  /** Classes of the framework that keep what they read; one for each test, as they do it once. */
  private static final class ReadsOption {
    static final String VALUE = System.getProperty("some.late.option");
  }

  private static final class ReadsOptionToo {
    static final String VALUE = System.getProperty("some.late.option");
  }

  private static final class SetsOption {
    static final String VALUE = System.setProperty("some.late.option", "its own");
  }

  private static final class ReadsOptionWithoutValue {
    static final String VALUE = System.getProperty("some.late.option");
  }

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepAClassWithTheContainersOptionWhenLeftOut() {
    System.setProperty(OPTION, "left");
    assertThat(ReadsOption.VALUE).isEqualTo("left");
    initialized(ReadsOption.class);
    slot.releaseWithout(LateOptions.class);
    assertThat(System.getProperty(OPTION)).isNull();
    assertThat(slot.release(true).baseline().statics().takeLate())
        .anyMatch(late -> late.type() == ReadsOption.class);
  }

  @Test
  void shouldEndASlotWhoseClassHasReadAnOptionOfTheContainer() {
    System.setProperty(OPTION, "read");
    assertThat(ReadsOptionToo.VALUE).isEqualTo("read");
    Release release = initialized(ReadsOptionToo.class);
    assertThat(ReleaseChain.standard().run(release).retireReason().orElse(""))
        .contains("LateOptions", "ReadsOptionToo", OPTION);
  }

  /** As JNA does it with the place of its library. */
  @Test
  void shouldGoOnWhenTheClassHasSetThePropertyItself() {
    Release release = slot.release(true);
    release.baseline().statics().starting(SetsOption.class);
    assertThat(SetsOption.VALUE).isNull();
    release.baseline().statics().initialized(SetsOption.class);
    assertThat(ReleaseChain.standard().run(release).retireReason()).isEmpty();
  }

  @Test
  void shouldGoOnWhenTheContainerHasNoSuchOption() {
    assertThat(ReadsOptionWithoutValue.VALUE).isNull();
    Release release = initialized(ReadsOptionWithoutValue.class);
    assertThat(ReleaseChain.standard().run(release).retireReason()).isEmpty();
  }

  /** As the agent's hook in the initialiser would say it. */
  private Release initialized(Class<?> type) {
    Release release = slot.release(true);
    release.baseline().statics().starting(type);
    release.baseline().statics().initialized(type);
    return release;
  }
}
