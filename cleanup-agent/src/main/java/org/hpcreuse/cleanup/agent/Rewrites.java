/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.F_SAME1;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.IFNONNULL;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.NOP;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * Every method that is rewritten, and what it becomes.
 *
 * <p>The four frames are written here. A ClassWriter with COMPUTE_FRAMES and a getCommonSuperClass
 * that loads nothing is as long, and computes the frames of the JDK's code as well.
 */
final class Rewrites {
  static final String BOOT = "org/hpcreuse/cleanup/boot/";
  static final String HOOKS = BOOT + "SlotHooks";
  private static final String FILE_MODE = BOOT + "FileMode";
  private static final String FILE = "java/io/File";
  private static final String CONDITION =
      "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";
  private static final String INTERRUPTED = "java/lang/InterruptedException";
  private static final String SIGNALLER = "java/util/concurrent/CompletableFuture$Signaller";
  private static final String THREAD = "java/lang/Thread";
  private static final String TIMER_THREAD = "java/util/TimerThread";
  private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";
  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;
  private static final String START_IN_CONTAINER = "start(Ljdk/internal/vm/ThreadContainer;)V";
  private static final String REJECTED = "java/util/concurrent/RejectedExecutionException";

  private Rewrites() {}

  static List<Rewrite> all() {
    List<Rewrite> all = new ArrayList<>(OpenedRewrites.all());
    all.addAll(ClassPathRewrites.all());
    all.addAll(others());
    return all;
  }

  private static List<Rewrite> others() {
    return List.of(
        system(),
        runtime(),
        heapBean(),
        runtimeBean(),
        classLoader(),
        unwinds("sun/nio/ch/SelectorImpl", "lockAndDoSelect(Ljava/util/function/Consumer;J)I"),
        unwinds(
            CONDITION,
            "await()V",
            "await(JLjava/util/concurrent/TimeUnit;)Z",
            "awaitNanos(J)J",
            "awaitUninterruptibly()V",
            "awaitUntil(Ljava/util/Date;)Z"),
        unwindsInterrupted(),
        unwinds(SIGNALLER, "isReleasable()Z"),
        threads(),
        virtualThreadStart(),
        unwinds(
            REJECTED,
            "<init>()V",
            "<init>(Ljava/lang/String;)V",
            "<init>(Ljava/lang/String;Ljava/lang/Throwable;)V",
            "<init>(Ljava/lang/Throwable;)V"),
        delayedTasks(),
        timers(),
        foreignLibraries(),
        temporaryFilesOfIo(),
        temporaryFilesOfNio(),
        localFileSystem(),
        localFileStatus());
  }

  /** JDK classes that are loaded before any agent, to be retransformed. */
  static List<String> loadedAtStart() {
    List<String> all = new ArrayList<>(OpenedRewrites.classNames());
    all.addAll(
        List.of(
            "java.lang.System",
            "java.lang.Runtime",
            "java.lang.Class",
            "java.lang.ClassLoader",
            "java.lang.reflect.Proxy",
            "jdk.internal.loader.BuiltinClassLoader",
            "sun.nio.ch.SelectorImpl",
            CONDITION.replace('/', '.'),
            INTERRUPTED.replace('/', '.'),
            SIGNALLER.replace('/', '.'),
            THREAD.replace('/', '.'),
            REJECTED.replace('/', '.'),
            TIMER_THREAD.replace('/', '.'),
            "java.io.File$TempDirectory",
            "java.nio.file.TempFileHelper"));
    if (HAS_VIRTUAL_THREADS) {
      all.add(VIRTUAL_THREAD.replace('/', '.'));
    }
    return all;
  }

  private static Rewrite system() {
    return new Rewrite(
        "java/lang/System",
        Map.of(
            "setSecurityManager(Ljava/lang/SecurityManager;)V",
            new MethodRewrite.Prologue(
                m ->
                    m.visitMethodInsn(
                        INVOKESTATIC, HOOKS, "beforeSecurityManager", "()V", false))));
  }

  private static Rewrite runtime() {
    return new Rewrite(
        "java/lang/Runtime",
        Map.of(
            "exit(I)V", new MethodRewrite.Prologue(m -> passInt(m, "beforeExit")),
            "halt(I)V", new MethodRewrite.Prologue(m -> passInt(m, "beforeHalt"))));
  }

  private static Rewrite heapBean() {
    String usage = "Ljava/lang/management/MemoryUsage;";
    return new Rewrite(
        "sun/management/MemoryImpl",
        Map.of(
            "getHeapMemoryUsage()" + usage,
            new MethodRewrite.Epilogue(
                m ->
                    m.visitMethodInsn(
                        INVOKESTATIC, HOOKS, "heapUsage", "(" + usage + ")" + usage, false))));
  }

  private static Rewrite runtimeBean() {
    return new Rewrite(
        "sun/management/RuntimeImpl",
        Map.of("getStartTime()J", passTime("startTime"), "getUptime()J", passTime("uptime")));
  }

  private static MethodRewrite passTime(String hook) {
    return new MethodRewrite.Epilogue(
        m -> m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, "(J)J", false));
  }

  private static void passInt(MethodVisitor m, String hook) {
    m.visitVarInsn(ILOAD, 1);
    m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, "(I)V", false);
  }

  private static void passThis(MethodVisitor m, String hook, String descriptor) {
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, descriptor, false);
  }

  private static Rewrite classLoader() {
    return new Rewrite(
        "java/lang/ClassLoader",
        Map.of(
            "getSystemClassLoader()Ljava/lang/ClassLoader;",
            new MethodRewrite.Prologue(
                m -> {
                  Label none = new Label();
                  m.visitMethodInsn(
                      INVOKESTATIC, HOOKS, "systemClassLoader", "()Ljava/lang/ClassLoader;", false);
                  m.visitInsn(DUP);
                  Label some = new Label();
                  m.visitJumpInsn(IFNONNULL, some);
                  m.visitInsn(POP);
                  m.visitJumpInsn(GOTO, none);
                  m.visitLabel(some);
                  m.visitFrame(F_SAME1, 0, null, 1, new Object[] {"java/lang/ClassLoader"});
                  m.visitInsn(ARETURN);
                  m.visitLabel(none);
                  m.visitFrame(F_SAME, 0, null, 0, null);
                  m.visitInsn(NOP);
                })));
  }

  /**
   * At the head of these methods the locks of the thread are free, and the queues of others need
   * nothing more from it. {@code join()} and {@code get()} of a CompletableFuture wait through a
   * Signaller. A thread pool that has been stopped makes the exception.
   */
  private static Rewrite unwinds(String className, String... methods) {
    return calling("unwindCondemned", className, methods);
  }

  /** The same for an exception that is made where a wait has ended. */
  private static Rewrite unwindsInterrupted() {
    return calling("unwindInterrupted", INTERRUPTED, "<init>()V", "<init>(Ljava/lang/String;)V");
  }

  /**
   * And a thread that has ended forgets its class loader, as it forgets all else: an object of a
   * library keeps the thread that has made it (avro's SpecificDatumReader), and so would keep the
   * loader of a container.
   */
  private static Rewrite threads() {
    MethodRewrite hook = beforeStart("unwindStarter");
    Map<String, MethodRewrite> methods = new LinkedHashMap<>(Map.of("start()V", hook));
    methods.put(
        "exit()V",
        new MethodRewrite.Epilogue(
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitInsn(ACONST_NULL);
              m.visitFieldInsn(PUTFIELD, THREAD, "contextClassLoader", "Ljava/lang/ClassLoader;");
            }));
    if (HAS_VIRTUAL_THREADS) {
      methods.put(START_IN_CONTAINER, hook);
    }
    return new Rewrite(THREAD, methods);
  }

  /** Its other method that starts one calls this. */
  private static Rewrite virtualThreadStart() {
    return new Rewrite(
        VIRTUAL_THREAD, Map.of(START_IN_CONTAINER, beforeStart("beforeVirtualStart")));
  }

  private static MethodRewrite beforeStart(String hook) {
    return new MethodRewrite.Prologue(m -> passThis(m, hook, "(Ljava/lang/Thread;)V"));
  }

  private static Rewrite calling(String hook, String className, String... methods) {
    Map<String, MethodRewrite> rewrites = new LinkedHashMap<>();
    for (String method : methods) {
      rewrites.put(
          method,
          new MethodRewrite.Prologue(
              m -> m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, "()V", false)));
    }
    return new Rewrite(className, rewrites);
  }

  /** From JDK 25 on. The thread that waits keeps its tasks in a local variable. */
  private static Rewrite delayedTasks() {
    return new Rewrite(
        "java/util/concurrent/DelayScheduler$ScheduledForkJoinTask",
        Map.of(
            "<init>(JJZLjava/lang/Runnable;Ljava/util/concurrent/Callable;"
                + "Ljava/util/concurrent/ForkJoinPool;)V",
            new MethodRewrite.Epilogue(m -> passThis(m, "delayed", "(Ljava/lang/Object;)V"))));
  }

  private static Rewrite timers() {
    return new Rewrite(
        TIMER_THREAD,
        Map.of(
            "<init>(Ljava/util/TaskQueue;)V",
            new MethodRewrite.Epilogue(m -> passThis(m, "timer", "(Ljava/lang/Thread;)V"))));
  }

  private static Rewrite foreignLibraries() {
    return new Rewrite(
        "jdk/internal/loader/RawNativeLibraries",
        Map.of(
            "load(Ljava/lang/String;)Ljdk/internal/loader/NativeLibrary;",
            new MethodRewrite.Prologue(
                m -> passThis(m, "beforeForeignLoad", "(Ljava/lang/Object;)V"))));
  }

  private static Rewrite temporaryFilesOfIo() {
    return new Rewrite(
        "java/io/File$TempDirectory",
        Map.of(
            "location()Ljava/io/File;",
            new MethodRewrite.FieldRead("tmpdir", BOOT + "TemporaryFiles", "directory")));
  }

  private static Rewrite temporaryFilesOfNio() {
    MethodRewrite read = new MethodRewrite.FieldRead("tmpdir", BOOT + "TemporaryFiles", "path");
    return new Rewrite(
        "java/nio/file/TempFileHelper",
        Map.of(
            "create(Ljava/nio/file/Path;Ljava/lang/String;Ljava/lang/String;Z"
                + "[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;",
            read));
  }

  private static Rewrite localFileSystem() {
    String self = "org/apache/hadoop/fs/RawLocalFileSystem";
    String permission = "org/apache/hadoop/fs/permission/FsPermission";
    return new Rewrite(
        self,
        Map.of(
            "setPermission(Lorg/apache/hadoop/fs/Path;L" + permission + ";)V",
            new MethodRewrite.Body(
                m -> {
                  m.visitVarInsn(ALOAD, 0);
                  m.visitVarInsn(ALOAD, 1);
                  m.visitMethodInsn(
                      INVOKEVIRTUAL,
                      self,
                      "pathToFile",
                      "(Lorg/apache/hadoop/fs/Path;)Ljava/io/File;",
                      false);
                  m.visitVarInsn(ALOAD, 2);
                  m.visitMethodInsn(INVOKEVIRTUAL, permission, "toShort", "()S", false);
                  m.visitMethodInsn(INVOKESTATIC, FILE_MODE, "set", "(Ljava/io/File;I)V", false);
                  m.visitInsn(RETURN);
                })));
  }

  private static Rewrite localFileStatus() {
    String self = "org/apache/hadoop/fs/RawLocalFileSystem$DeprecatedRawLocalFileStatus";
    String permission = "org/apache/hadoop/fs/permission/FsPermission";
    return new Rewrite(
        self,
        Map.of(
            "loadPermissionInfoByNonNativeIO()V",
            new MethodRewrite.Body(
                m -> {
                  m.visitVarInsn(ALOAD, 0);
                  file(m, self);
                  m.visitMethodInsn(
                      INVOKESTATIC,
                      FILE_MODE,
                      "symbolic",
                      "(Ljava/io/File;)Ljava/lang/String;",
                      false);
                  m.visitMethodInsn(
                      INVOKESTATIC,
                      permission,
                      "valueOf",
                      "(Ljava/lang/String;)L" + permission + ";",
                      false);
                  m.visitMethodInsn(
                      INVOKEVIRTUAL, self, "setPermission", "(L" + permission + ";)V", false);
                  name(m, self, "owner", "setOwner");
                  name(m, self, "group", "setGroup");
                  m.visitInsn(RETURN);
                })));
  }

  private static void name(MethodVisitor m, String self, String getter, String setter) {
    m.visitVarInsn(ALOAD, 0);
    file(m, self);
    m.visitMethodInsn(INVOKESTATIC, FILE_MODE, getter, "(Ljava/io/File;)Ljava/lang/String;", false);
    m.visitMethodInsn(INVOKEVIRTUAL, self, setter, "(Ljava/lang/String;)V", false);
  }

  private static void file(MethodVisitor m, String self) {
    m.visitTypeInsn(NEW, FILE);
    m.visitInsn(DUP);
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKEVIRTUAL, self, "getPath", "()Lorg/apache/hadoop/fs/Path;", false);
    m.visitMethodInsn(
        INVOKEVIRTUAL, "org/apache/hadoop/fs/Path", "toUri", "()Ljava/net/URI;", false);
    m.visitMethodInsn(INVOKESPECIAL, FILE, "<init>", "(Ljava/net/URI;)V", false);
  }
}
