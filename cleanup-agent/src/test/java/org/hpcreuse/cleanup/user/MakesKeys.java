/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ReflectionUtils;

/** Has Hadoop make instances of a user class. */
public final class MakesKeys implements Callable<Object> {
  @Override
  public Object call() {
    return ReflectionUtils.newInstance(UserKey.class, new Configuration(false));
  }
}
