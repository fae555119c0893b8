/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.apache.commons.logging.LogFactory;

/** Logs through commons-logging. */
public final class UsesCommonsLogging implements Callable<Object> {
  @Override
  public Object call() {
    return LogFactory.getLog(UsesCommonsLogging.class);
  }
}
