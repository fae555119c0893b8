/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/** Leaves another resource type, as a job's yarn-site.xml defines it. */
public final class DefinesResourceTypes {
  private DefinesResourceTypes() {}

  /** Leaves it. */
  public static void main(String[] args) {

    YarnConfiguration conf = new YarnConfiguration();
    conf.set("yarn.resource-types", "left.behind/gpu");
    ResourceUtils.resetResourceTypes(conf);
  }
}
