/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.ServiceLoader;
import javax.imageio.ImageIO;
import org.hpcreuse.workload.foreign.Neighbour;

/** Looks for services of the JDK. */
public final class Services {
  private Services() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("java.awt.headless", "true");
      ImageIO.setUseCache(false);
    }
    print("zones", ServiceLoader.load(java.nio.charset.spi.CharsetProvider.class).stream().count());
    print("scripts", new javax.script.ScriptEngineManager().getEngineFactories().size());
    print("cache", ImageIO.getUseCache());
    print(
        "formats",
        new java.util.TreeSet<>(java.util.List.of(ImageIO.getReaderFormatNames())).contains("png"));
  }
}
