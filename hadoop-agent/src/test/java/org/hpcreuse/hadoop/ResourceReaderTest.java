/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** In a JVM without the agent. */
final class ResourceReaderTest {
  @Test
  void shouldRefuseAConfigurationThatCannotTakeWhatIsKnown() throws Exception {
    ResourceReader reader = new ResourceReader(Configuration.class.getClassLoader());

    assertThatThrownBy(reader::defaults)
        .isInstanceOf(ReflectiveOperationException.class)
        .hasMessageContaining("core-default.xml")
        .hasMessageContaining("not the same without parsing");
  }
}
