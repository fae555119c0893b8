/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.calls;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFLT;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.NOP;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hpcreuse.cleanup.agent.MethodRewrite;
import org.hpcreuse.cleanup.agent.Rewrite;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The blocking calls of the MPI bindings. Each becomes a call of the static method of the same name
 * in this package, which takes the object as its first argument. Constructors tell what has been
 * made.
 */
public final class MpiRewrites {
  private static final String HOOKS = "org/hpcreuse/cleanup/boot/SlotHooks";
  private static final String CALLS = "org/hpcreuse/pool/mpi/calls/";
  private static final String POINT_TO_POINT = CALLS + "PointToPoint";
  private static final String COLLECTIVES = CALLS + "Collectives";
  private static final String REDUCTIONS = CALLS + "Reductions";
  private static final String REQUESTS = CALLS + "Requests";

  /** Short for descriptors: O object, T datatype, P operation, S status, R requests. */
  private static final Map<Character, String> SHORT =
      Map.of(
          'O', "Ljava/lang/Object;",
          'B', "Ljava/nio/Buffer;",
          'T', "Lmpi/Datatype;",
          'P', "Lmpi/Op;",
          'S', "Lmpi/Status;",
          'R', "[Lmpi/Request;",
          'C', "Lmpi/Comm;",
          'N', "Lmpi/Info;");

  private MpiRewrites() {}

  /** Methods of one class on their way into a {@link Rewrite}. */
  private static final class Methods {
    private final String className;
    private final Map<String, MethodRewrite> methods = new LinkedHashMap<>();

    Methods(String className) {
      this.className = className;
    }

    /** Methods of an object that call those of the same name in {@code owner}. */
    Methods to(String owner, String... signatures) {
      for (String signature : signatures) {
        call(owner, signature, false);
      }
      return this;
    }

    /** As {@link #to}, for static methods. */
    Methods fromStatic(String owner, String... signatures) {
      for (String signature : signatures) {
        call(owner, signature, true);
      }
      return this;
    }

    private void call(String owner, String signature, boolean isStatic) {
      String name = signature.substring(0, signature.indexOf('('));
      String descriptor = descriptor(signature.substring(name.length()));
      String target = isStatic ? descriptor : "(L" + className + ";" + descriptor.substring(1);
      methods.put(name + descriptor, new MethodRewrite.Body(m -> pass(m, owner, name, target)));
    }

    /** Constructors that tell of the new object. */
    Methods telling(String... parameters) {
      for (String each : parameters) {
        methods.put(
            "<init>(" + descriptor(each) + ")V", new MethodRewrite.Epilogue(m -> tell(m, "made")));
      }
      return this;
    }

    Methods with(String method, MethodRewrite rewrite) {
      methods.put(method, rewrite);
      return this;
    }

    Rewrite rewrite() {
      return new Rewrite(className, methods);
    }
  }

  /** For the agent, before a class of the bindings is loaded. */
  public static List<Rewrite> all() {
    return List.of(
        environment(),
        communicators().rewrite(),
        intracommunicators().rewrite(),
        requests().rewrite(),
        new Methods("mpi/MPIException")
            .with(
                "<init>(IILjava/lang/String;)V",
                new MethodRewrite.Epilogue(
                    m ->
                        m.visitMethodInsn(
                            INVOKESTATIC, CALLS + "MpiObjects", "failed", "()V", false)))
            .rewrite(),
        new Methods("mpi/Message").to(POINT_TO_POINT, "mProbe(IIC)S", "mRecv(OIT)S").rewrite(),
        new Methods("mpi/Win")
            .telling("BIINC", "IINCBI", "NC")
            .with("free()V", new MethodRewrite.Epilogue(m -> tell(m, "freed")))
            .rewrite(),
        new Methods("mpi/Datatype").telling("TJ", "IIJ").rewrite(),
        new Methods("mpi/Op").telling("Lmpi/UserFunction;Z").rewrite(),
        new Methods("mpi/Group").telling("J").rewrite(),
        new Methods("mpi/Info").telling("", "J").rewrite());
  }

  private static void tell(MethodVisitor m, String method) {
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKESTATIC, CALLS + "MpiObjects", method, "(Lmpi/Freeable;)V", false);
  }

  private static Rewrite environment() {
    return new Methods("mpi/MPI")
        .with(
            "Init([Ljava/lang/String;)[Ljava/lang/String;",
            returnWhen(HOOKS, "beforeMpiInit", m -> m.visitVarInsn(ALOAD, 0), ARETURN))
        .with(
            "InitThread([Ljava/lang/String;I)I",
            returnWhen(
                HOOKS,
                "beforeMpiInit",
                m -> m.visitFieldInsn(GETSTATIC, "mpi/MPI", "THREAD_MULTIPLE", "I"),
                IRETURN))
        .with("Finalize()V", returnWhen(CALLS + "Environment", "beforeFinalize", m -> {}, RETURN))
        .with("isInitialized()Z", answerOrField("mpiInitialized", "initialized"))
        .with("isFinalized()Z", answerOrField("mpiFinalized", "finalized"))
        .rewrite();
  }

  private static MethodRewrite returnWhen(
      String owner, String hook, Consumer<MethodVisitor> value, int returnInstruction) {
    return new MethodRewrite.Prologue(
        m -> {
          Label go = new Label();
          m.visitMethodInsn(INVOKESTATIC, owner, hook, "()Z", false);
          m.visitJumpInsn(IFEQ, go);
          value.accept(m);
          m.visitInsn(returnInstruction);
          m.visitLabel(go);
          m.visitFrame(F_SAME, 0, null, 0, null);
          m.visitInsn(NOP);
        });
  }

  /** These two are native; the class keeps the same facts in two fields. */
  private static MethodRewrite answerOrField(String hook, String field) {
    return new MethodRewrite.Body(
        m -> {
          Label real = new Label();
          m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, "()I", false);
          m.visitJumpInsn(IFLT, real);
          m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, "()I", false);
          m.visitInsn(IRETURN);
          m.visitLabel(real);
          m.visitFrame(F_SAME, 0, null, 0, null);
          m.visitFieldInsn(GETSTATIC, "mpi/MPI", field, "Z");
          m.visitInsn(IRETURN);
        });
  }

  private static void beforeAbort(MethodVisitor m) {
    m.visitVarInsn(ILOAD, 1);
    m.visitMethodInsn(INVOKESTATIC, HOOKS, "beforeMpiAbort", "(I)V", false);
  }

  private static Methods communicators() {
    return new Methods("mpi/Comm")
        .with("abort(I)V", new MethodRewrite.Prologue(MpiRewrites::beforeAbort))
        .telling("J", "[J")
        .to(
            POINT_TO_POINT,
            "send(OITII)V",
            "sSend(OITII)V",
            "rSend(OITII)V",
            "recv(OITII)S",
            "sendRecv(OITIIOITII)S",
            "sendRecvReplace(OITIIII)S",
            "probe(II)S")
        .to(CALLS + "Communicators", "free()V", "disconnect()V")
        .to(
            COLLECTIVES,
            "barrier()V",
            "bcast(OITI)V",
            "gather(OITOITI)V",
            "gather(OITI)V",
            "gatherv(OITO[I[ITI)V",
            "gatherv(O[I[ITI)V",
            "gatherv(OITI)V",
            "scatter(OITOITI)V",
            "scatter(OITI)V",
            "scatterv(O[I[ITOITI)V",
            "scatterv(O[I[ITI)V",
            "scatterv(OITI)V",
            "allGather(OITOIT)V",
            "allGather(OIT)V",
            "allGatherv(OITO[I[IT)V",
            "allGatherv(O[I[IT)V",
            "allToAll(OITOIT)V",
            "allToAllv(O[I[ITO[I[IT)V",
            "neighborAllGather(OITOIT)V",
            "neighborAllGatherv(OITO[I[IT)V")
        .to(
            REDUCTIONS,
            "reduce(OOITPI)V",
            "reduce(OITPI)V",
            "allReduce(OOITP)V",
            "allReduce(OITP)V",
            "reduceScatter(OO[ITP)V",
            "reduceScatter(O[ITP)V",
            "reduceScatterBlock(OOITP)V",
            "reduceScatterBlock(OITP)V");
  }

  private static Methods intracommunicators() {
    return new Methods("mpi/Intracomm")
        .to(REDUCTIONS, "scan(OOITP)V", "scan(OITP)V", "exScan(OOITP)V", "exScan(OITP)V");
  }

  private static Methods requests() {
    return new Methods("mpi/Request")
        .telling("J")
        .to(REQUESTS, "waitFor()V", "waitStatus()S")
        .fromStatic(
            REQUESTS,
            "waitAll(R)V",
            "waitAllStatus(R)[S",
            "waitAny(R)I",
            "waitAnyStatus(R)S",
            "waitSome(R)[I",
            "waitSomeStatus(R)[S");
  }

  /** Writes out what is short. A class named in full stays as it is. */
  private static String descriptor(String text) {
    StringBuilder full = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == 'L') {
        int end = text.indexOf(';', i);
        full.append(text, i, end + 1);
        i = end;
      } else {
        full.append(SHORT.getOrDefault(next, String.valueOf(next)));
      }
    }
    return full.toString();
  }

  /** Passes all arguments on and returns the result. */
  private static void pass(MethodVisitor m, String owner, String name, String target) {
    int at = 0;
    for (Type argument : Type.getArgumentTypes(target)) {
      m.visitVarInsn(argument.getOpcode(ILOAD), at);
      at += argument.getSize();
    }
    m.visitMethodInsn(INVOKESTATIC, owner, name, target, false);
    m.visitInsn(Type.getReturnType(target).getOpcode(IRETURN));
  }
}
