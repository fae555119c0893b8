/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.usercode.kept.program.Bootstraps;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A call site that computes something of a container is linked by each container. */
class KeptCallSitesTest {
  private static final String FAILS = "hpc-reuse.test.fails";
  private static final String OVERFLOWS = "hpc-reuse.test.overflows";
  private static final String CALLS = "org/hpcreuse/usercode/kept/program/MadeCalls";

  private final Copies loader = new Copies();
  private final KeptCode code = loader.code();

  @AfterEach
  void letGo() {
    System.clearProperty(OVERFLOWS);
    Copies.letGo();
  }

  @Test
  void shouldLinkACallInEachContainerOnce() throws Exception {
    loader.add(CALLS, calls("text", "(", "Ljava/lang/String;", "text"));

    for (int container = 0; container < 3; container++) {
      assertThat(call()).isEqualTo("text1");
      assertThat(call()).isEqualTo("text1");
      assertThat(Copies.journal()).isEqualTo("Bootstraps links ");
      assertThat(code.forget()).isEmpty();
    }
  }

  @Test
  void shouldLinkACallWhoseBootstrapTakesAnyNumberOfArguments() throws Exception {
    loader.add(CALLS, calls("last", "(", "[Ljava/lang/Object;", "one", 2, "three"));

    for (int container = 0; container < 2; container++) {
      assertThat(call()).isEqualTo("three1");
      assertThat(code.forget()).isEmpty();
    }
  }

  @Test
  void shouldThrowWhatABootstrapHasThrownUntilTheContainerEnds() throws Exception {
    loader.add(CALLS, calls("text", "(", "Ljava/lang/String;", "text"));
    System.setProperty(FAILS, "true");
    assertThatThrownBy(this::call)
        .isInstanceOf(BootstrapMethodError.class)
        .hasRootCauseMessage("no text");

    System.clearProperty(FAILS);
    assertThatThrownBy(this::call).isInstanceOf(BootstrapMethodError.class);
    assertThat(Copies.journal()).isEqualTo("Bootstraps links ");

    assertThat(code.forget()).isEmpty();
    assertThat(call()).isEqualTo("text1");
  }

  @Test
  void shouldLinkACallAgainAfterAStackOverflow() throws Exception {
    loader.add(CALLS, calls("text", "(", "Ljava/lang/String;", "text"));
    System.setProperty(OVERFLOWS, "true");
    assertThatThrownBy(this::call).isInstanceOf(StackOverflowError.class);

    System.clearProperty(OVERFLOWS);
    assertThat(call()).isEqualTo("text1");
  }

  @Test
  void shouldForgetACallThatWasLinkedBetweenTwoContainers() throws Exception {
    loader.add(CALLS, calls("text", "(", "Ljava/lang/String;", "text"));
    Class.forName(Bootstraps.class.getName(), true, loader);
    Copies.journal();
    assertThat(code.forget()).isEmpty();
    KeptClasses.useNone();
    call();
    assertThat(Copies.journal()).isEqualTo("links ");

    code.use();
    assertThat(code.forget()).isEmpty();
    call();
    assertThat(Copies.journal()).isEqualTo("Bootstraps links ");
  }

  @Test
  void shouldDropClassesThatHaveLinkedTooManyCalls() throws Exception {
    loader.add(CALLS, calls("text", "(", "Ljava/lang/String;", "text"));
    for (int container = 0; container < 10_000; container++) {
      call();
      assertThat(code.forget()).isEmpty();
    }
    call();

    assertThat(code.forget()).hasValueSatisfying(why -> assertThat(why).contains("10001 times"));
  }

  @Test
  void shouldThrowWhatTheJvmDoesForACallSiteOfAnotherType() {
    loader.add(CALLS, calls("text", "(I", "Ljava/lang/String;", "text"));

    assertThatThrownBy(this::call)
        .isInstanceOf(BootstrapMethodError.class)
        .hasCauseInstanceOf(java.lang.invoke.WrongMethodTypeException.class);
  }

  private String call() throws Exception {
    return loader.show(loader.loadClass(CALLS.replace('/', '.')));
  }

  /** A class whose method {@code show} has one such call. */
  private static byte[] calls(
      String bootstrap, String parameters, String staticParameter, Object... arguments) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, CALLS, null, "java/lang/Object", null);
    MethodVisitor method =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "show", "()Ljava/lang/String;", null, null);
    if (parameters.endsWith("I")) {
      method.visitInsn(Opcodes.ICONST_0);
    }
    String descriptor =
        "("
            + Type.getDescriptor(MethodHandles.Lookup.class)
            + Type.getDescriptor(String.class)
            + Type.getDescriptor(MethodType.class)
            + staticParameter
            + ")"
            + Type.getDescriptor(CallSite.class);
    method.visitInvokeDynamicInsn(
        "show",
        parameters + ")Ljava/lang/String;",
        new Handle(
            Opcodes.H_INVOKESTATIC, Copies.name(Bootstraps.class), bootstrap, descriptor, false),
        arguments);
    method.visitInsn(Opcodes.ARETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
