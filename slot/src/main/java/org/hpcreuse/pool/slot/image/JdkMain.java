/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.image;

import java.nio.file.Path;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.protocol.ExitCodes;

/**
 * {@code JdkMain FILE}: with the agents of a slot and {@link FinalClasses}, writes the classes of
 * the JDK that agents rewrite, {@code jdk.bin}. Its JVM has the class data archive of the image:
 * HotSpot gives an agent another file of a class that is from another archive.
 */
public final class JdkMain {
  private JdkMain() {}

  /** Ends the JVM. */
  public static void main(String[] args) {
    try {
      Agent.rewriteJdkAgain();
      Agent.requireAllRewritten();
      Agent.writeJdk(Path.of(args[0]), FinalClasses.ofJdk(), FinalClasses.ofJdkAgain());
      Runtime.getRuntime().halt(ExitCodes.OK);
    } catch (Throwable e) {
      e.printStackTrace();
      // Last: it is what the caller shows.
      System.err.println("the JDK's classes are not written: " + e);
      Runtime.getRuntime().halt(ExitCodes.FAILED);
    }
  }
}
