/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce.recorder;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Agent that has the methods that read a process's settings say so to {@link Reads}. */
public final class Recorder {
  private static final String TEXT = "(Ljava/lang/String;)Ljava/lang/String;";

  /** Class to the methods that read, by name and descriptor. */
  private static final Map<String, List<String>> READERS =
      Map.of(
          "java/lang/System",
          List.of(
              "getProperty" + TEXT,
              "getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
              "getProperties()Ljava/util/Properties;",
              "getenv" + TEXT,
              "getenv()Ljava/util/Map;"),
          "java/security/Security",
          List.of("getProperty" + TEXT),
          "java/util/Locale",
          List.of("getDefault()Ljava/util/Locale;"),
          "java/util/TimeZone",
          List.of("getDefault()Ljava/util/TimeZone;"));

  private static Instrumentation instrumentation;

  private Recorder() {}

  /** Called by the JVM. */
  public static void premain(String arguments, Instrumentation given) throws Exception {
    instrumentation = given;
    if (arguments != null && arguments.equals("reads")) {
      given.addTransformer(new Watching(), true);
      for (String name : READERS.keySet()) {
        given.retransformClasses(Class.forName(name.replace('/', '.')));
      }
    }
  }

  /** All of the JVM. */
  static Instrumentation instrumentation() {
    return instrumentation;
  }

  private static final class Watching implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader,
        String name,
        Class<?> redefined,
        ProtectionDomain domain,
        byte[] classFile) {
      List<String> readers = name == null ? null : READERS.get(name);
      if (readers == null) {
        return null;
      }
      ClassReader reader = new ClassReader(classFile);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] thrown) {
              MethodVisitor next = super.visitMethod(access, method, descriptor, signature, thrown);
              return readers.contains(method + descriptor)
                  ? new Saying(next, name + "." + method)
                  : next;
            }
          },
          0);
      return writer.toByteArray();
    }
  }

  private static final class Saying extends MethodVisitor {
    private final String what;

    Saying(MethodVisitor next, String what) {
      super(Opcodes.ASM9, next);
      this.what = what;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitLdcInsn(what);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          Reads.class.getName().replace('.', '/'),
          "read",
          "(Ljava/lang/String;)V",
          false);
    }
  }
}
