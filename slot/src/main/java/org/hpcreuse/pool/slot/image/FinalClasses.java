/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.image;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.classloader.FrameworkLoader;

/**
 * Entry point of {@code -javaagent:slot.jar}: the last agent of a JVM that makes an image. It gets
 * each class file as the agents before it have left it: the JVM asks first those that cannot
 * transform again, and then the others, of which this is one (JVM TI, ClassFileLoadHook).
 * Thread-safe.
 */
public final class FinalClasses implements ClassFileTransformer {
  /** Of the framework, by internal name. */
  private static final Map<String, byte[]> FILES = new ConcurrentHashMap<>();

  /** Of the JDK, as they were loaded. */
  private static final Map<String, byte[]> OF_JDK = new ConcurrentHashMap<>();

  /** The same, as they were transformed again. */
  private static final Map<String, byte[]> OF_JDK_AGAIN = new ConcurrentHashMap<>();

  private FinalClasses() {}

  /** Called by the JVM before main(). */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new FinalClasses(), true);
  }

  /** The files of the framework's classes, by internal name. */
  static Map<String, byte[]> files() {
    return Map.copyOf(FILES);
  }

  /** The files of the JDK's classes as they were loaded, by internal name. */
  static Map<String, byte[]> ofJdk() {
    return Map.copyOf(OF_JDK);
  }

  /** The same as they were transformed again. */
  static Map<String, byte[]> ofJdkAgain() {
    return Map.copyOf(OF_JDK_AGAIN);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (className == null) {
      return null;
    }
    if (loader instanceof FrameworkLoader && classBeingRedefined == null) {
      FILES.put(className, classFile);
    } else if (module.getLayer() == ModuleLayer.boot()) {
      (classBeingRedefined == null ? OF_JDK : OF_JDK_AGAIN).put(className, classFile);
    }
    return null;
  }
}
