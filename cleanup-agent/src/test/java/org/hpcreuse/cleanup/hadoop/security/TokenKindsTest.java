/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.security.token.Token;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TokenKindsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepKindsFoundInFirstContainerWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(ReflectiveAccess.ofClass(Token.class).get("tokenKindMap")).isNotNull();
  }

  @Test
  void shouldLookKindsUpAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(ReflectiveAccess.ofClass(Token.class).get("tokenKindMap")).isNull();
  }

  private void firstContainer() throws Exception {
    ReflectiveAccess.ofClass(Token.class).set("tokenKindMap", Map.of());
  }
}
