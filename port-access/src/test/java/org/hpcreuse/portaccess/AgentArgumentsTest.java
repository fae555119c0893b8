/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgentArgumentsTest {
  @TempDir Path dir;

  @Test
  void shouldReadTheAddressesOfTheOtherNodes() throws IOException {
    Path file = Files.writeString(dir.resolve("peers"), "10.0.0.1\n\nfe80::1\n");

    AgentArguments slots = AgentArguments.parse("peers=" + file);

    assertThat(slots.logs()).isFalse();
    assertThat(slots.peers().orElseThrow())
        .containsExactlyInAnyOrder(
            InetAddress.getByName("10.0.0.1"), InetAddress.getByName("fe80::1"));
    assertThat(AgentArguments.parse("log,peers=" + file))
        .isEqualTo(new AgentArguments(true, Optional.of(file), OptionalInt.empty()));
    assertThat(AgentArguments.parse("peers=" + file + ",netlink=7"))
        .isEqualTo(new AgentArguments(false, Optional.of(file), OptionalInt.of(7)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | «»",
        "log | needs peers=FILE or peers=*",
        "peers= | needs peers=FILE or peers=*",
        "log, | «»",
        "log,peer=x | «peer=x»",
        "peers=x,netlink=? | «netlink=?»"
      })
  void shouldRefuseWhatItDoesNotKnow(String arguments, String message) {
    assertThatThrownBy(() -> AgentArguments.parse(arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldKnowOfNoAddressesWhereAllMachinesMayConnect() throws IOException {
    assertThat(AgentArguments.parse("peers=*").peers()).isEmpty();
    assertThat(AgentArguments.parse("log,peers=*,netlink=7").peers()).isEmpty();
  }

  @Test
  void shouldNotTakeAFileThatIsNotThereForAnEmptyOne() {
    AgentArguments arguments = AgentArguments.parse("peers=" + dir.resolve("none"));

    assertThatThrownBy(arguments::peers).isInstanceOf(IOException.class);
  }
}
