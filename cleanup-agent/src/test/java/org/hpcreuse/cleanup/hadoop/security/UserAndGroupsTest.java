/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UserAndGroupsTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldShowFirstUsersTokenWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(UserGroupInformation.getLoginUser().getTokens()).hasSize(1);
  }

  @Test
  void shouldHaveNoTokenWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(UserGroupInformation.getLoginUser().getTokens()).isEmpty();
  }

  private void firstContainer() throws Exception {
    UserGroupInformation.getLoginUser()
        .addToken(
            new Text("secret"),
            new Token<>(new byte[] {1}, new byte[] {2}, new Text("k"), new Text("s")));
  }
}
