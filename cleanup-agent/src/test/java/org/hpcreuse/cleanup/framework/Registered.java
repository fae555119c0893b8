/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

/** Registers itself with a library when it is initialised. */
public final class Registered {
  static {
    Registry.DEFAULT.register("registered", Registered.class);
  }

  private Registered() {}
}
