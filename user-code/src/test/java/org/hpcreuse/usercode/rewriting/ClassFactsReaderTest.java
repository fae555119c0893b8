/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the JVM keeps of a class where no rewriting reaches it is found in its file. */
class ClassFactsReaderTest {
  @Test
  void shouldTellWhichCallsEachContainerLinks() {
    assertThat(ClassFactsReader.read(linkedBy("scala/runtime/LambdaDeserialize")).isLinkedAgain())
        .isFalse();

    ClassFacts other = ClassFactsReader.read(linkedBy("some/Bootstrap"));
    assertThat(other.isLinkedAgain()).isTrue();
    assertThat(other.obstacle()).isEmpty();
  }

  @Test
  void shouldNotLinkACallAgainThatHasNoRoomForOneMoreArgument() {
    ClassFacts facts = ClassFactsReader.read(linkedBy("some/Bootstrap", new Object[251]));

    assertThat(facts.obstacle()).contains("made.Linked has a call with 251 static arguments");
  }

  private static byte[] linkedBy(String bootstrap, Object... arguments) {
    Arrays.fill(arguments, "argument");
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "made/Linked", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "call", "()V", null, null);
    method.visitInvokeDynamicInsn(
        "call",
        "()V",
        new Handle(Opcodes.H_INVOKESTATIC, bootstrap, "bootstrap", "()V", false),
        arguments);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
