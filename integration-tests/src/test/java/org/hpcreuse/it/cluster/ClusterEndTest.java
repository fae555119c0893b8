/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.it.harness.cluster.Cluster;
import org.hpcreuse.it.harness.cluster.ClusterExtension;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The last class: nothing is left of the clusters that the others have used. */
@Order(Integer.MAX_VALUE)
class ClusterEndTest {
  @RegisterExtension static final ClusterExtension REUSE = ClusterExtension.of(Cluster.Mode.REUSE);

  @Test
  void shouldLeaveNothingOfAReuseClusterAfterDown() throws Exception {
    assertThat(REUSE.cluster().down()).isEmpty();
  }

  /** No other test of a short run needs one. */
  @Nested
  @Tag("many-jobs")
  class WithAForkCluster {
    @RegisterExtension static final ClusterExtension FORK = ClusterExtension.of(Cluster.Mode.FORK);

    @Test
    void shouldLeaveNothingOfAForkClusterAfterDown() throws Exception {
      assertThat(FORK.cluster().down()).isEmpty();
    }
  }
}
