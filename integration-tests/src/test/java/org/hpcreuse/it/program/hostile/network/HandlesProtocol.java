/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.network;

import java.net.MalformedURLException;
import java.net.URL;

/** Leaves a handler of its own for a protocol, as a service of its jar. */
public final class HandlesProtocol {
  private HandlesProtocol() {}

  /** Leaves it. */
  public static void main(String[] args) throws MalformedURLException {
    // The JDK looks for a class "<package>.<protocol>.Handler".
    System.setProperty("java.protocol.handler.pkgs", HandlesProtocol.class.getPackageName());
    System.err.println(new URL("left:behind"));
  }
}
