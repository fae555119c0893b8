/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.lang.reflect.Field;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.security.SecurityUtil;

/** Leaves statics that tasks set for the time of their job. */
public final class ChangesJobSettings {
  private ChangesJobSettings() {}

  /** Leaves it. */
  public static void main(String[] args) throws ReflectiveOperationException {
    SecurityUtil.setTokenServiceUseIp(false);
    Field task = Class.forName("org.apache.hadoop.mapred.YarnChild").getDeclaredField("taskid");
    task.setAccessible(true);
    task.set(null, new TaskAttemptID());
  }
}
