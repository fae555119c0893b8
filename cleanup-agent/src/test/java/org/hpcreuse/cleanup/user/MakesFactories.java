/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.apache.hadoop.io.WritableFactories;

/** Registers a factory of a user class. */
public final class MakesFactories implements Callable<Object> {
  @Override
  public Object call() {
    WritableFactories.setFactory(UserKey.class, UserKey::new);
    return UserKey.class;
  }
}
