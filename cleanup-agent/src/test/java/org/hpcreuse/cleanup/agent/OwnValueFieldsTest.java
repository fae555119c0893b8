/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.lang3.SystemUtils;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

class OwnValueFieldsTest {
  /** Must stay as it is: its default serialVersionUID comes from the modifiers. */
  static final class Serialized implements Serializable {
    static final String DIRECTORY = System.getProperty("user.dir");
  }

  static final class Versioned implements Serializable {
    private static final long serialVersionUID = 1L;
    static final String DIRECTORY = System.getProperty("user.dir");
  }

  interface Constants {
    String DIRECTORY = System.getProperty("user.dir");
  }

  @Test
  void shouldMakeFieldsVariableThatAnInitialiserFillsWithText() throws IOException {
    byte[] classFile = classFile(SystemUtils.class);
    assertThat(OwnValueFields.mayBeIn(classFile)).isTrue();
    assertThat(finalFields(classFile)).contains("USER_DIR", "JAVA_CLASS_PATH", "IS_OS_LINUX");

    assertThat(finalFields(OwnValueFields.rewrite(classFile)))
        .contains("IS_OS_LINUX")
        .doesNotContain("USER_DIR", "JAVA_CLASS_PATH");
  }

  @Test
  void shouldKeepTheFieldsOfWhatIsSerializedAndOfInterfaces() throws IOException {
    for (Class<?> type : Set.of(Serialized.class, Constants.class)) {
      byte[] classFile = classFile(type);
      assertThat(OwnValueFields.mayBeIn(classFile)).isTrue();
      assertThat(finalFields(OwnValueFields.rewrite(classFile))).contains("DIRECTORY");
    }
  }

  @Test
  void shouldMakeFieldsVariableOfAClassThatNamesItsVersion() throws IOException {
    assertThat(finalFields(OwnValueFields.rewrite(classFile(Versioned.class))))
        .containsExactly("serialVersionUID");
  }

  @Test
  void shouldNotParseOtherClasses() throws IOException {
    assertThat(OwnValueFields.mayBeIn(classFile(String.class))).isFalse();
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    String name = type.getName();
    try (InputStream in =
        type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
      return in.readAllBytes();
    }
  }

  private static Set<String> finalFields(byte[] classFile) {
    Set<String> names = new HashSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public FieldVisitor visitField(
                  int access, String name, String descriptor, String signature, Object value) {
                if ((access & Opcodes.ACC_FINAL) != 0) {
                  names.add(name);
                }
                return null;
              }
            },
            0);
    return names;
  }
}
