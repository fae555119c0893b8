/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Takes the {@link JdkClassFacts} out of a class file. */
final class FactsReader extends ClassVisitor {
  /** A property's name, or what one begins with. */
  private static final Pattern PROPERTY =
      Pattern.compile("[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)+\\.?");

  /** The name of a variable of the environment. */
  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]+");

  private final Map<String, Boolean> statics = new LinkedHashMap<>();
  private final Map<String, MethodFacts> methods = new LinkedHashMap<>();
  private String name;
  private String superName;
  private List<String> interfaces;
  private boolean isInterface;

  private FactsReader() {
    super(Opcodes.ASM9);
  }

  static JdkClassFacts read(byte[] classFile, String module) {
    FactsReader reader = new FactsReader();
    new ClassReader(classFile).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new JdkClassFacts(
        reader.name,
        module,
        reader.superName,
        reader.interfaces,
        reader.isInterface,
        reader.statics,
        reader.methods);
  }

  @Override
  public void visit(
      int version,
      int access,
      String className,
      String signature,
      String superClass,
      String[] implemented) {
    name = className;
    superName = superClass;
    interfaces = List.of(implemented);
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
  }

  @Override
  public FieldVisitor visitField(
      int access, String fieldName, String descriptor, String signature, Object value) {
    if ((access & Opcodes.ACC_STATIC) != 0) {
      statics.put(fieldName, value != null);
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String methodName, String descriptor, String signature, String[] exceptions) {
    MethodFacts facts =
        new MethodFacts(new ArrayList<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    methods.put(methodName + descriptor, facts);
    return new CodeReader(facts.calls(), facts.reads(), facts.writes());
  }

  private static final class CodeReader extends MethodVisitor {
    private final List<MethodCall> calls;
    private final Set<FieldName> reads;
    private final Set<FieldName> writes;
    private String property;
    private String variable;

    CodeReader(List<MethodCall> calls, Set<FieldName> reads, Set<FieldName> writes) {
      super(Opcodes.ASM9);
      this.calls = calls;
      this.reads = reads;
      this.writes = writes;
    }

    @Override
    public void visitLdcInsn(Object constant) {
      if (constant instanceof String string) {
        property = PROPERTY.matcher(string).matches() ? string : property;
        variable = VARIABLE.matcher(string).matches() ? string : variable;
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean isInterface) {
      String text = method.equals("getenv") ? variable : property;
      calls.add(new MethodCall(new MethodName(owner, method, descriptor), text));
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
          MethodName body = new MethodName(handle.getOwner(), handle.getName(), handle.getDesc());
          calls.add(new MethodCall(body, null));
        }
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      if (opcode == Opcodes.GETSTATIC) {
        reads.add(new FieldName(owner, field));
      } else if (opcode == Opcodes.PUTSTATIC) {
        writes.add(new FieldName(owner, field));
      }
    }
  }
}
