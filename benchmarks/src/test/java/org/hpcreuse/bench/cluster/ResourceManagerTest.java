/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ResourceManagerTest {
  @Test
  void shouldReadApplicationsBySubmission() throws IOException {
    String json =
        """
        {"apps":{"app":[
          {"id":"application_1_0002","name":"b","state":"RUNNING","finalStatus":"UNDEFINED",
           "startedTime":20,"elapsedTime":5,"queue":"root.default"},
          {"id":"application_1_0001","name":"a","state":"FINISHED","finalStatus":"SUCCEEDED",
           "startedTime":10,"elapsedTime":37016}]}}
        """;

    assertThat(ResourceManager.parse(json))
        .extracting(
            ResourceManager.Application::name,
            ResourceManager.Application::ended,
            ResourceManager.Application::elapsedTime)
        .containsExactly(tuple("a", true, 37016L), tuple("b", false, 5L));
  }

  @Test
  void shouldReadNoApplicationsOfANewCluster() throws IOException {
    assertThat(ResourceManager.parse("{\"apps\":{}}")).isEmpty();
    assertThat(ResourceManager.parse("{\"apps\":null}")).isEmpty();
  }
}
