/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ACC_PROTECTED;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;

import java.util.Optional;

/**
 * A class of the JDK. Fields that code outside the JDK may read are not made null in between, since
 * that code does not ask first.
 */
record JdkReset(boolean isOpenToAll) implements Reset {
  /**
   * For a class.
   *
   * @param className internal name
   * @param isPublic whether it is
   * @param module that of the class: tells who may see its fields
   */
  static JdkReset of(String className, boolean isPublic, Module module) {
    String packageName = className.substring(0, className.lastIndexOf('/')).replace('/', '.');
    return new JdkReset(isPublic && module.isExported(packageName));
  }

  @Override
  public String registry() {
    return "org/hpcreuse/cleanup/boot/ReadOnce";
  }

  @Override
  public boolean empties(int access) {
    return !isOpenToAll || (access & (ACC_PUBLIC | ACC_PROTECTED)) == 0;
  }

  @Override
  public boolean asks(int access, String name, String descriptor) {
    return true;
  }

  @Override
  public Optional<String> superclass() {
    return Optional.empty();
  }
}
