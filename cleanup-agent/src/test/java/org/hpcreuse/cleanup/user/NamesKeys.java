/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.apache.hadoop.io.WritableName;

/** Gives a user class a name. */
public final class NamesKeys implements Callable<Object> {
  @Override
  public Object call() {
    WritableName.addName(UserKey.class, "user-key");
    return "user-key";
  }
}
