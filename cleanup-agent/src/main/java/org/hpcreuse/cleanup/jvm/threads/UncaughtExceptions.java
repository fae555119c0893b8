/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The default handler for uncaught exceptions.
 *
 * <p>Without it a thread of the next container that dies ends up in this container's handler;
 * YarnChild's and MRAppMaster's call ExitUtil.
 */
public final class UncaughtExceptions implements Restorable<Optional<UncaughtExceptionHandler>> {

  @Override
  public Optional<UncaughtExceptionHandler> capture(LoadedClasses framework) {
    return Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler());
  }

  @Override
  public void restore(Optional<UncaughtExceptionHandler> before, Release release) {
    Thread.setDefaultUncaughtExceptionHandler(before.orElse(null));
  }
}
