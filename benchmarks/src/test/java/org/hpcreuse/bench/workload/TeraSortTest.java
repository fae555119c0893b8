/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.hpcreuse.bench.cluster.BenchException;
import org.junit.jupiter.api.Test;

final class TeraSortTest {
  @Test
  void shouldTakeNothingButAChecksumForSorted() throws Exception {
    assertThat(TeraSort.validated("checksum\t7a27e2d0d55de")).isEqualTo("checksum\t7a27e2d0d55de");
    for (String wrong :
        new String[] {"", "checksum\t12\nerror\tmisorder in part-r-00000 between a and b"}) {
      assertThatThrownBy(() -> TeraSort.validated(wrong))
          .isInstanceOf(BenchException.class)
          .hasMessage("teravalidate: " + wrong);
    }
  }
}
