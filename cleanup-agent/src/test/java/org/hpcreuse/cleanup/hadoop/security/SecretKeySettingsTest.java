/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.token.SecretManager;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretKeySettingsTest {
  private final Object before = algorithm();
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldSignAsFirstContainerWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(algorithm()).isEqualTo("FIRST");
  }

  @Test
  void shouldSignAsBeforeWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(algorithm()).isEqualTo(before);
  }

  private void firstContainer() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("hadoop.security.secret-manager.key-generator.algorithm", "FIRST");
    SecretManager.update(conf);
  }

  private static Object algorithm() {
    try {
      return ReflectiveAccess.ofClass(SecretManager.class).get("selectedAlgorithm");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
