/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.IOException;
import java.net.URL;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.mpi.MapOutputs;

/** A URL of the shuffle service: {@code http://NODE:PORT/mapOutput?job=J&reduce=R&map=A,B,C}. */
final class OutputUrl {
  private OutputUrl() {}

  /**
   * What it stands for.
   *
   * @throws IOException when it is another URL
   */
  static MapOutputs.Wanted read(URL url) throws IOException {
    Map<String, String> values = new HashMap<>();
    for (String part : String.valueOf(url.getQuery()).split("&", -1)) {
      int equals = part.indexOf('=');
      values.put(part.substring(0, Math.max(0, equals)), part.substring(equals + 1));
    }
    String reduce = values.getOrDefault("reduce", "");
    String maps = values.getOrDefault("map", "");
    if (!reduce.matches("\\d{1,9}") || maps.isEmpty()) {
      throw new IOException("no URL of the shuffle service: " + url);
    }
    return new MapOutputs.Wanted(
        url.getHost(), Integer.parseInt(reduce), List.of(maps.split(",", -1)));
  }
}
