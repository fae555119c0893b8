/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.objectweb.asm.Opcodes;

/** Loads the program of the tests again, rewritten. */
final class Copies extends ClassLoader {
  /** Where a class file has the lower byte of it. */
  private static final int MAJOR_VERSION = 7;

  /** A property with what some initialisers and finalizers run. */
  static final String INITIALISING = "hpc-reuse.test.initialising";

  private static final String JOURNAL = "hpc-reuse.test.journal";

  private static final String PROGRAM = "org.hpcreuse.usercode.kept.program.";

  /** Internal name of a class that is not on the class path. */
  String hidden = "";

  /** Internal name of a class whose file is broken. */
  String broken = "";

  /** Internal name of a class whose file is of another version. */
  String old = "";

  int version = Opcodes.V1_4;

  private final Map<String, byte[]> added = new ConcurrentHashMap<>();

  private final KeptCode code = KeptCode.of(this, this::file);

  Copies() {
    super(Copies.class.getClassLoader());
    code.use();
  }

  /** What the slot would have for this loader. */
  KeptCode code() {
    return code;
  }

  static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** What the initialisers have noted since this was last asked. */
  static String journal() {
    String journal = System.getProperty(JOURNAL, "");
    System.clearProperty(JOURNAL);
    return journal;
  }

  /** Leaves nothing of a test. */
  static void letGo() {
    KeptClasses.useNone();
    List.of(JOURNAL, INITIALISING, "hpc-reuse.test.fails", "hpc-reuse.test.parcel")
        .forEach(System.getProperties()::remove);
  }

  /** Gives the program one more class. */
  void add(String internalName, byte[] file) {
    added.put(internalName, file);
  }

  /** What a class of the program shows. */
  String show(Class<?> type) throws ReflectiveOperationException {
    try {
      return (String) loadClass(type.getName()).getMethod("show").invoke(null);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  /** With what is made beside the files. */
  private Optional<byte[]> fileOrAdded(String internalName) {
    Optional<byte[]> file = file(internalName);
    return file.isPresent() ? file : code.added(internalName);
  }

  Optional<byte[]> file(String internalName) {
    if (!internalName.replace('/', '.').startsWith(PROGRAM) || internalName.equals(hidden)) {
      return Optional.empty();
    }
    if (added.containsKey(internalName)) {
      return Optional.of(added.get(internalName));
    }
    if (internalName.equals(broken)) {
      return Optional.of("no class".getBytes(StandardCharsets.US_ASCII));
    }
    try (InputStream in = getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(file(internalName, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] file(String internalName, byte[] file) {
    if (internalName.equals(old)) {
      file[MAJOR_VERSION] = (byte) version;
    }
    return file;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      Optional<byte[]> file =
          loaded == null ? fileOrAdded(name.replace('.', '/')) : Optional.empty();
      if (file.isPresent()) {
        return define(name, file.get());
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  Class<?> define(String name, byte[] file) {
    byte[] changed = code.rewrite(name.replace('.', '/'), file, file);
    return defineClass(name, changed == null ? file : changed);
  }

  Class<?> defineClass(String name, byte[] file) {
    return defineClass(name, file, 0, file.length);
  }

  /** A loader that the program has made. */
  static final class Other extends ClassLoader {
    Other(ClassLoader parent) {
      super(parent);
    }

    Class<?> define(String name, byte[] file) {
      return defineClass(name, file, 0, file.length);
    }
  }
}
