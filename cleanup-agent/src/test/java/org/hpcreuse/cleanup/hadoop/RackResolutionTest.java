/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.TableMapping;
import org.apache.hadoop.yarn.util.RackResolver;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RackResolutionTest {
  private final TestSlot slot = new TestSlot();

  @AfterEach
  void release() {
    slot.close();
  }

  @Test
  void shouldKeepFirstJobsMappingWhenLeftOut() throws Exception {
    firstContainer();
    slot.releaseWithout(RestoreStatics.class);
    assertThat(resolve("/second")).isEqualTo("/first");
  }

  @Test
  void shouldReadMappingAgainWhenReleased() throws Exception {
    firstContainer();
    slot.release();
    assertThat(resolve("/second")).isEqualTo("/second");
  }

  private void firstContainer() throws Exception {
    resolve("/first");
  }

  @TempDir private Path directory;

  private String resolve(String rack) throws IOException {
    Path table = Files.writeString(directory.resolve("table"), "127.0.0.1 " + rack + "\n");
    Configuration conf = new Configuration();
    conf.setClass(
        "net.topology.node.switch.mapping.impl", TableMapping.class, DNSToSwitchMapping.class);
    conf.set("net.topology.table.file.name", table.toString());
    RackResolver.init(conf);
    return RackResolver.resolve("127.0.0.1").getNetworkLocation();
  }
}
