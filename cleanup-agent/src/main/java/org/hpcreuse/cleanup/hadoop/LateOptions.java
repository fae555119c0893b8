/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.hpcreuse.cleanup.jvm.settings.SystemProperties;
import org.hpcreuse.cleanup.statics.OwnValues;
import org.hpcreuse.cleanup.statics.StaticState;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Ends the slot when a class of the framework, which this container was the first to use, reads a
 * system property that the container has changed: what the class has read stays in it.
 *
 * <p>Without it the next container has this one's option, such as {@code jute.maxbuffer}.
 */
public final class LateOptions implements ReleaseStep {
  @Override
  public void run(Release release) throws IOException {
    List<StaticState.Late> late = release.baseline().statics().takeLate();
    if (late.isEmpty()) {
      return;
    }
    Set<String> changed = changed(release.baseline().before(new SystemProperties()).values());
    if (changed.isEmpty()) {
      return;
    }
    for (StaticState.Late each : late) {
      Set<String> named = read(each.type());
      named.retainAll(changed);
      named.retainAll(each.properties());
      if (!named.isEmpty()) {
        throw new IllegalStateException(
            each.type().getName() + " may have read the container's value of " + named);
      }
    }
  }

  private static Set<String> changed(Map<Object, Object> before) {
    Map<Object, Object> now = Map.copyOf(System.getProperties());
    Set<Object> names = new HashSet<>(now.keySet());
    names.addAll(before.keySet());
    Set<String> changed = new HashSet<>();
    for (Object name : names) {
      if (name instanceof String text && !Objects.equals(now.get(name), before.get(name))) {
        changed.add(text);
      }
    }
    changed.removeAll(OwnValues.PROPERTIES);
    return changed;
  }

  /** The properties that a class's code reads by name; none when the class is from no file. */
  private static Set<String> read(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    URL url = type.getClassLoader().getResource(file);
    if (url == null) {
      return new HashSet<>();
    }
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      Readings readings = new Readings();
      new ClassReader(in).accept(readings, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return readings.names;
    }
  }

  /** Finds the texts that code gives to methods which read a property. */
  private static final class Readings extends ClassVisitor {
    private static final Set<String> OWNERS =
        Set.of("java/lang/System", "java/lang/Integer", "java/lang/Long", "java/lang/Boolean");
    private static final Set<String> METHODS =
        Set.of("getProperty", "getInteger", "getLong", "getBoolean");

    private final Set<String> names = new HashSet<>();

    Readings() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        private final Set<String> texts = new HashSet<>();

        @Override
        public void visitLdcInsn(Object value) {
          if (value instanceof String text) {
            texts.add(text);
          }
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String of, boolean isInterface) {
          // Libraries have helpers, such as Netty's SystemPropertyUtil.
          boolean reads = OWNERS.contains(owner) && METHODS.contains(called);
          if (reads || owner.contains("PropertyUtil")) {
            names.addAll(texts);
            texts.clear();
          } else if (called.equals("setProperty")) {
            texts.clear();
          }
        }
      };
    }
  }
}
