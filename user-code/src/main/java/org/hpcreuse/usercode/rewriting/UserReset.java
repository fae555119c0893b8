/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import java.util.Optional;
import org.hpcreuse.cleanup.initializer.Reset;

/** A class of a user: nobody reads its fields without asking first, so all are emptied. */
record UserReset(Optional<String> superclass) implements Reset {
  static final String REGISTRY = "org/hpcreuse/cleanup/boot/kept/KeptClasses";

  @Override
  public String registry() {
    return REGISTRY;
  }

  @Override
  public boolean empties(int access) {
    return true;
  }

  @Override
  public boolean asks(int access, String name, String descriptor) {
    return ClassFacts.isEntry(access, name);
  }
}
