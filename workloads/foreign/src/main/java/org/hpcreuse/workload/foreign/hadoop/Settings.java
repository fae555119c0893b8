/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses the settings that all configurations share. */
public final class Settings {
  private Settings() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Configuration.addDeprecation("left.old", "left.new");
      Configuration.addDeprecation("mapred.own", "own.key");
      Configuration.setRestrictSystemPropertiesDefault(true);
      Configuration left = new Configuration();
      left.set("left.old", "v");
      Configuration.reloadExistingConfigurations();
    }
    Configuration conf = new Configuration();
    conf.set("left.old", "value");
    System.setProperty("own.property", "p");
    conf.set("with.property", "${own.property}");
    print("new", conf.get("left.new"));
    print("property", conf.get("with.property"));
    print("deprecated", Configuration.isDeprecated("left.old"));
    print("dumped", Configuration.hasWarnedDeprecation("left.old"));
    print("resources", new JobConf());
    print("class", conf.getClassByNameOrNull(Settings.class.getName()));
    print("missing", conf.getClassByNameOrNull("org.hpcreuse.workload.foreign.Missing"));
  }
}
