/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;

/** Gets the comparator of a Hadoop class for the job's configuration. */
public final class ComparesKeys implements Callable<Object> {
  @Override
  public Object call() {
    Configuration conf = new Configuration(false);
    conf.setClassLoader(ComparesKeys.class.getClassLoader());
    return WritableComparator.get(Text.class, conf);
  }
}
