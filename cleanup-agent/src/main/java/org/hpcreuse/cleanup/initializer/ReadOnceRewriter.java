/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Rewrites the JDK's classes as its {@link ReadOnceTable} says. Thread-safe. */
public final class ReadOnceRewriter {
  private final ReadOnceTable table;

  /** What was rewritten as it was loaded: a later rewriting must come to the same members. */
  private final Set<String> again = ConcurrentHashMap.newKeySet();

  public ReadOnceRewriter(ReadOnceTable table) {
    this.table = table;
    ReadOnce.install(table.inputs());
  }

  /**
   * The class file as it should be.
   *
   * @param module the module of the class
   * @param className internal name
   * @param redefined whether the class is loaded already: only its methods may change then
   * @return null when nothing is to be changed
   */
  public byte[] rewrite(Module module, String className, boolean redefined, byte[] classFile) {
    if (className == null || module == null || module.getLayer() != ModuleLayer.boot()) {
      return null;
    }
    boolean initializable = redefined ? again.contains(className) : isAgain(className);
    boolean costs =
        !redefined && table.verdict(className).equals(Optional.of(ReadOnceTable.Verdict.COSTS));
    boolean user = !table.usedBy(className).isEmpty();
    if (!initializable && !costs && !user) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassVisitor chain = writer;
    if (initializable) {
      again.add(className);
      boolean isPublic = (reader.getAccess() & Opcodes.ACC_PUBLIC) != 0;
      chain = new InitializableAgain(chain, JdkReset.of(className, isPublic, module));
    } else if (costs) {
      chain = new InitializableOnce(chain, className);
    }
    if (user) {
      Map<String, String> owners = table.usedBy(className);
      chain =
          new StaticUses(
              chain, (code, named, field, descriptor) -> askOwner(code, owners.get(named)));
    }
    reader.accept(chain, 0);
    return writer.toByteArray();
  }

  private static void askOwner(MethodVisitor code, String owner) {
    if (owner != null) {
      StaticUses.ask(code, owner, owner);
    }
  }

  /** Internal names of all classes that are rewritten. */
  public Set<String> rewritten() {
    return table.rewritten();
  }

  /** Notes a class that {@link #rewrite} has rewritten in another JVM. */
  public void rewritten(String className, boolean redefined) {
    if (!redefined && isAgain(className)) {
      again.add(className);
    }
  }

  private boolean isAgain(String className) {
    return table
        .verdict(className)
        .filter(v -> v == ReadOnceTable.Verdict.RESET || v == ReadOnceTable.Verdict.REREAD)
        .isPresent();
  }

  /**
   * What has been loaded before the agent and must be rewritten now.
   *
   * @param loaded all classes of the JVM
   * @param tooEarly hears of each class that was loaded too early to be initialised again
   */
  public List<Class<?>> toRewrite(Class<?>[] loaded, Consumer<String> tooEarly) {
    List<Class<?>> users = new ArrayList<>();
    for (Class<?> type : loaded) {
      if (type.getModule().getLayer() == ModuleLayer.boot() && !type.isArray()) {
        String name = type.getName().replace('.', '/');
        table
            .verdict(name)
            .filter(verdict -> verdict != ReadOnceTable.Verdict.FIXED && !again.contains(name))
            .ifPresent(verdict -> tooEarly.accept(name + " was loaded before the agent"));
        if (!table.usedBy(name).isEmpty()) {
          users.add(type);
        }
      }
    }
    return users;
  }

  /** Makes the initialiser of a class that cannot run again say when it runs. */
  private static final class InitializableOnce extends ClassVisitor {
    private final String className;

    InitializableOnce(ClassVisitor next, String className) {
      super(ASM9, next);
      this.className = className;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals(InitializableAgain.INITIALIZER)
          ? new CodeAtHead(next, this::sayThatItRuns)
          : next;
    }

    private void sayThatItRuns(MethodVisitor code) {
      code.visitLdcInsn(className);
      code.visitMethodInsn(
          INVOKESTATIC, InitializableAgain.READ_ONCE, "onlyOnce", "(Ljava/lang/String;)V", false);
    }
  }
}
