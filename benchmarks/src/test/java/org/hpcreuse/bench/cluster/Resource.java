/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/** Lines of real logs, kept beside the tests. */
final class Resource {
  private Resource() {}

  static Stream<String> lines(String name) throws IOException {
    try (InputStream in = Resource.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
    }
  }

  /** A time of the day the logs are of, UTC. */
  static long at(String time) {
    return LocalDateTime.parse("2026-11-21T" + time).toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
