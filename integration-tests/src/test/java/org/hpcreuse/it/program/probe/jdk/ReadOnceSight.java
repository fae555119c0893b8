/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.nio.channels.spi.SelectorProvider;
import java.util.Arrays;
import java.util.Random;
import javax.net.ssl.SSLContext;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** What classes of the JDK have made of what they read once, as far as a program notices it. */
public final class ReadOnceSight implements Sight {
  private static final int VALUES = 10_000;

  @Override
  public void look(Report report) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, null, null);
    report.put(
        "read-once.protocols", Arrays.toString(context.getDefaultSSLParameters().getProtocols()));
    report.put("read-once.sort", sort());
    try {
      report.put("read-once.selectors", Digest.name(SelectorProvider.provider().getClass()));
    } catch (LinkageError | java.util.ServiceConfigurationError e) {
      report.put("read-once.selectors", e.getClass());
    }
  }

  /** The order contradicts itself, which the present algorithm notices and the older does not. */
  private static String sort() {
    Integer[] values = new Random(1).ints(VALUES, 0, 100).boxed().toArray(Integer[]::new);
    Random order = new Random(2);
    try {
      Arrays.sort(values, (a, b) -> order.nextInt(10) < 3 ? 1 : Integer.compare(a, b));
      return "sorted";
    } catch (IllegalArgumentException e) {
      return "contradiction";
    }
  }
}
