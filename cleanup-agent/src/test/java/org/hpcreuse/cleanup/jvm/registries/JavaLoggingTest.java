/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ListResourceBundle;
import java.util.logging.ConsoleHandler;
import java.util.logging.Logger;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JavaLoggingTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldForgetBundlesAndParentsAndHandlersThatEqualAll() throws Exception {
    Logger set = Logger.getLogger("left.behind.below");
    Logger parent = Logger.getLogger("left.behind");
    set.setParent(Logger.getLogger("another"));
    set.setResourceBundle(
        new ListResourceBundle() {
          @Override
          protected Object[][] getContents() {
            return new Object[0][];
          }

          @Override
          public String getBaseBundleName() {
            return "left.behind";
          }
        });
    Logger.getLogger("").addHandler(new EqualsAll());

    slot.release();

    assertThat(set.getParent()).isSameAs(parent);
    assertThat(set.getResourceBundle()).isNull();
    assertThat(set.getResourceBundleName()).isNull();
    assertThat(Logger.getLogger("").getHandlers()).noneMatch(EqualsAll.class::isInstance);
  }

  /** Its class is the container's, and so is what it says. */
  private static final class EqualsAll extends ConsoleHandler {
    @Override
    public boolean equals(Object other) {
      return true;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
