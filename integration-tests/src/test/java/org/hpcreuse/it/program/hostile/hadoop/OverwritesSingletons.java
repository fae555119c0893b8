/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.lang.reflect.Field;
import java.util.List;

/** Leaves singletons of the framework replaced or emptied by reflection. */
public final class OverwritesSingletons {
  private OverwritesSingletons() {}

  /** Leaves it. */
  public static void main(String[] args) throws ReflectiveOperationException {

    for (String each : SINGLETONS) {
      int hash = each.indexOf('#');
      Field field =
          Class.forName(each.substring(0, hash)).getDeclaredField(each.substring(hash + 1));
      field.setAccessible(true);
      field.set(null, null);
    }
  }

  private static final List<String> SINGLETONS =
      List.of(
          "org.apache.hadoop.security.Groups#GROUPS",
          "org.apache.hadoop.security.UserGroupInformation#conf",
          "org.apache.hadoop.net.NetUtils#hostToResolved");
}
