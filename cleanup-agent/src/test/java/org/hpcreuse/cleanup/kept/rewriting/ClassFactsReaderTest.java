/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the JVM keeps of a class where no rewriting reaches it is found in its file. */
class ClassFactsReaderTest {
  @Test
  void shouldKeepWhatScalaLinks() {
    byte[] linked = linkedBy("scala/runtime/LambdaDeserialize");
    byte[] other = linkedBy("some/Bootstrap");

    assertThat(ClassFactsReader.read(linked).obstacle()).isEmpty();
    assertThat(ClassFactsReader.read(other).obstacle())
        .contains("made.Linked has a call that some.Bootstrap links");
  }

  private static byte[] linkedBy(String bootstrap) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "made/Linked", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "call", "()V", null, null);
    method.visitInvokeDynamicInsn(
        "call", "()V", new Handle(Opcodes.H_INVOKESTATIC, bootstrap, "bootstrap", "()V", false));
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
