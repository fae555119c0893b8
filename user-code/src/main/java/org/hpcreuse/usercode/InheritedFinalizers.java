/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static org.objectweb.asm.Opcodes.ASM9;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.commons.CodeSizeEvaluator;

/**
 * Finalizers that a user's classes inherit from classes of the framework or the JDK: they may call
 * methods of the user, while the next container runs. Used by one thread at a time.
 */
final class InheritedFinalizers {
  private static final String NAME = "finalize";

  private final ClassLoader users;

  /** Superclasses that are not the user's, and whether they declare one. */
  private final Map<Class<?>, Boolean> declared = new HashMap<>();

  /** For the classes of one loader. */
  InheritedFinalizers(ClassLoader users) {
    this.users = users;
  }

  /** Whether a class of the user inherits one. */
  boolean areInheritedBy(Class<?> type) {
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (at.getClassLoader() != users && declared.computeIfAbsent(at, this::declares)) {
        return true;
      }
    }
    return false;
  }

  private boolean declares(Class<?> type) {
    try {
      return type.getDeclaredMethod(NAME) != null && !isEmpty(type);
    } catch (NoSuchMethodException e) {
      return false;
    } catch (LinkageError | IOException e) {
      return true; // it cannot be looked at
    }
  }

  /**
   * HotSpot registers no object for an empty one (ClassFileParser::parse_methods), as those of
   * enums and of thread pools are.
   */
  private static boolean isEmpty(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getModule().getResourceAsStream(file)) {
      if (in == null) {
        return false;
      }
      boolean[] empty = {false};
      new ClassReader(in)
          .accept(
              new ClassVisitor(ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] types) {
                  if (!name.equals(NAME) || !descriptor.equals("()V")) {
                    return null;
                  }
                  return new CodeSizeEvaluator(ASM9, null) {
                    @Override
                    public void visitEnd() {
                      empty[0] = getMaxSize() == 1;
                    }
                  };
                }
              },
              ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return empty[0];
    }
  }
}
