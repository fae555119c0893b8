/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProviderEntriesTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldLeaveWhatTheFirstContainerHasSetWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(ProviderEntries.class);
    assertThat(Security.getProvider("SUN").get("Alg.Alias.MessageDigest.left.behind"))
        .isEqualTo("MD5");
    assertThat(Security.getProvider("SunJCE").getServices()).isEmpty();
  }

  @Test
  void shouldBeAsBeforeWhenReleased() throws Exception {
    firstContainer();
    assertThat(slot.residue()).extracting(Residue::kind).contains(new ProviderEntries().kind());
    slot.release();
    assertThat(Security.getAlgorithms("MessageDigest")).doesNotContain("LEFT.BEHIND");
    assertThat(Security.getProvider("SUN").get("Alg.Alias.MessageDigest.left.behind")).isNull();
    assertThat(MessageDigest.getInstance("SHA1", "SUN")).isNotNull();
    assertThat(javax.crypto.Cipher.getInstance("AES", "SunJCE")).isNotNull();
    assertThat(new SecureRandom().getAlgorithm()).isNotBlank();
    assertThat(slot.residue()).isEmpty();
  }

  private void firstContainer() throws Exception {
    Provider provider = Security.getProvider("SUN");
    provider.remove("Alg.Alias.MessageDigest.SHA1");
    provider.put("Alg.Alias.MessageDigest.left.behind", "MD5");
    Security.getProvider("SunJCE").clear();
  }
}
