/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.manyclasses;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The job's many classes; each counts in a static how often it was asked before. */
final class Generated {
  static final String COUNT = "manyclasses.count";
  private static final String NAME = Generated.class.getPackageName() + ".generated.C";

  private Generated() {}

  /** Initialises and asks them all. */
  static void useAll(Configuration conf) throws IOException {
    int count = conf.getInt(COUNT, 0);
    try {
      for (int i = 0; i < count; i++) {
        int before =
            (int)
                Class.forName(NAME + i, true, Generated.class.getClassLoader())
                    .getMethod("use")
                    .invoke(null);
        if (before != 0) {
          throw new IOException(NAME + i + " has been used " + before + " times before");
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IOException("the job's jar has not all of its " + count + " classes", e);
    }
  }
}
