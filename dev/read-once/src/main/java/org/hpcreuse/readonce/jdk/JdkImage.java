/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce.jdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hpcreuse.protocol.files.JdkRelease;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The classes of one JDK, by internal name. Immutable. */
public final class JdkImage {
  private final Map<String, JdkClassFacts> classes;

  private JdkImage(Map<String, JdkClassFacts> classes) {
    this.classes = Map.copyOf(classes);
  }

  /**
   * Reads all class files of a JDK; that may be another one than this runs on.
   *
   * @throws IOException when {@code home} is no JDK 9 or later
   */
  public static JdkImage read(Path home) throws IOException {
    Map<String, JdkClassFacts> found = new HashMap<>();
    try (FileSystem image =
            FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
        Stream<Path> files = Files.walk(image.getPath("/modules"))) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.toString().endsWith("-info.class"))
          .map(file -> FactsReader.read(bytes(file), file.getName(1).toString()))
          .forEach(facts -> found.put(facts.name(), facts));
    }
    return new JdkImage(found);
  }

  /**
   * The feature version that the file {@code release} of a JDK tells.
   *
   * @throws IOException when there is no such file, or no version in it
   */
  public static int feature(Path home) throws IOException {
    return JdkRelease.feature(home)
        .orElseThrow(() -> new IOException(home.resolve("release") + " has no JAVA_VERSION"));
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All classes, in no order. */
  public Iterable<JdkClassFacts> classes() {
    return classes.values();
  }

  /** The class of an internal name; null when there is none. */
  public JdkClassFacts find(String name) {
    return classes.get(name);
  }

  /** What a call of {@code method} runs, as far as its static type tells; null when unknown. */
  public MethodFacts resolve(MethodName method) {
    for (JdkClassFacts at = find(method.owner()); at != null; at = find(at.superName())) {
      MethodFacts found = at.methods().get(method.name() + method.descriptor());
      if (found != null) {
        return found;
      }
      if (at.superName() == null) {
        return null;
      }
    }
    return null;
  }

  /** The class that declares a static field named on {@code field.owner()}; null when unknown. */
  public JdkClassFacts declaring(FieldName field) {
    for (JdkClassFacts at = find(field.owner()); at != null; at = find(at.superName())) {
      if (at.statics().containsKey(field.name())) {
        return at;
      }
      if (at.superName() == null) {
        return null;
      }
    }
    return null;
  }

  /** Takes the {@link JdkClassFacts} out of a class file. */
  private static final class FactsReader extends ClassVisitor {
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
}
