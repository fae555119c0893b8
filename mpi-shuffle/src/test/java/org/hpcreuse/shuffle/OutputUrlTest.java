/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.util.List;
import org.hpcreuse.mpi.MapOutputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputUrlTest {
  @Test
  void tellsNodeReduceAndMaps() throws IOException {
    URL url = new URL("http://node1:13562/mapOutput?job=job_1_1&reduce=3&map=a_m_0,a_m_1");
    assertThat(OutputUrl.read(url))
        .isEqualTo(new MapOutputs.Wanted("node1", 3, List.of("a_m_0", "a_m_1")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "?reduce=1", "?map=a", "?reduce=x&map=a", "?reduce=-1&map=a"})
  void anotherUrlIsAnError(String query) throws IOException {
    URL url = new URL("http://node1:13562/mapOutput" + query);
    assertThatThrownBy(() -> OutputUrl.read(url))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(url.toString());
  }
}
