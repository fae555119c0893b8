/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Leaves configuration resources and deprecations of its own for every Configuration. */
public final class AddsDefaultResource {
  private AddsDefaultResource() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {

    Configuration.addDefaultResource("left-behind.xml");
    Configuration.addDeprecation("left.behind", "left.behind.now");
    Configuration.setRestrictSystemPropertiesDefault(true);
    Files.writeString(Path.of("left-behind.xml"), "<configuration/>");
  }
}
