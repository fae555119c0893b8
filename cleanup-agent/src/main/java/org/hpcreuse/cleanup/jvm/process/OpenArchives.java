/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.zip.ZipFile;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Closes the archives that threads of the container have opened and that are still held: those that
 * its code has opened itself, and those of class loaders that it has made. Archives of the class
 * paths of the slot and the framework stay, also when a look-up of the container has opened them.
 *
 * <p>Without it each container that loads classes from jars of its own leaves these open until
 * garbage is collected, and descriptors run out. When no thread of the container lives: one that is
 * about to end may have to load a class for that. After the JDK has forgotten the archives that it
 * keeps for URLs.
 */
public final class OpenArchives implements ReleaseStep {
  private static final MethodHandle CLOSE = close();

  @Override
  public void run(Release release) {
    for (Object opened : SlotHooks.archives().take()) {
      try {
        if (opened instanceof ZipFile archive) {
          CLOSE.invokeExact(archive);
        } else {
          ReflectiveAccess.of(opened).call("closeLoaders");
        }
      } catch (VirtualMachineError e) {
        throw e;
      } catch (Throwable e) {
        release.log().accept(opened.getClass().getName() + " closed with " + Redacted.failure(e));
      }
    }
  }

  /** The archive's own method, whatever a class of the container has put in its place. */
  private static MethodHandle close() {
    try {
      return MethodHandles.privateLookupIn(ZipFile.class, MethodHandles.lookup())
          .findSpecial(ZipFile.class, "close", MethodType.methodType(void.class), ZipFile.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
