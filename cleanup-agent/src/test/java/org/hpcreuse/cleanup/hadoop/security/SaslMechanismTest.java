/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.security.SaslMechanismFactory;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SaslMechanismTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstMechanismWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(SaslMechanismFactory.getMechanism()).isEqualTo("FIRST");
  }

  @Test
  void shouldReadMechanismAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(SaslMechanismFactory.getMechanism()).isEqualTo("DIGEST-MD5");
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(SaslMechanismFactory.class).set("mechanism", "FIRST");
  }
}
