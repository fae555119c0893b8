/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.io.WritableComparable;

/** A key class of a job. */
public final class UserKey implements WritableComparable<UserKey> {
  @Override
  public void write(DataOutput out) {}

  @Override
  public void readFields(DataInput in) {}

  @Override
  public int compareTo(UserKey other) {
    return 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UserKey;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
