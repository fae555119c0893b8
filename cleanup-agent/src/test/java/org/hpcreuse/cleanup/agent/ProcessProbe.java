/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.hpcreuse.cleanup.TestProcess;
import org.hpcreuse.cleanup.boot.SlotHooks;

/** Main class of the child JVM that {@link AgentTest} starts with the agent. */
final class ProcessProbe {
  private static final ClassLoader CONTAINER_LOADER = new ClassLoader("container", null) {};

  private ProcessProbe() {}

  public static void main(String[] args) throws Exception {
    System.out.println("failures " + Agent.failures());
    SlotHooks.install(new Recorder());
    inContainer(() -> System.exit(3));
    inContainer(() -> Runtime.getRuntime().halt(4));
    inContainer(
        () -> {
          IntConsumer reference = System::exit;
          reference.accept(5);
        });
    inContainer(() -> System.class.getMethod("exit", int.class).invoke(null, 6));
    try (URLClassLoader framework =
        new URLClassLoader(
            new URL[] {ProcessProbe.class.getProtectionDomain().getCodeSource().getLocation()},
            ClassLoader.getPlatformClassLoader())) {
      Runnable heap =
          (Runnable) framework.loadClass(HeapProbe.class.getName()).getConstructor().newInstance();
      inContainer(heap::run);
      heap.run();
    }
    inContainer(
        () -> System.out.println("system loader " + ClassLoader.getSystemClassLoader().getName()));
    System.out.println("own loader " + ClassLoader.getSystemClassLoader().getName());
    Thread ended = new Thread(() -> {});
    ended.start();
    ended.join();
    System.out.println("loader of an ended thread " + ended.getContextClassLoader());
    openings(Files.createDirectory(Path.of(args[0], "openings")));
    lost(Path.of(args[0], "openings"));
    archives(Path.of(args[0], "openings"));
    inContainer(() -> new Timer().cancel());
    System.out.println("timers " + SlotHooks.timers().list().size());
    securityManager();
    temporaryFiles(Path.of(args[0]));
    localFileSystem(Path.of(args[0]));
    System.exit(42);
  }

  private static void temporaryFiles(Path dir) throws Exception {
    File io = File.createTempFile("first", null);
    for (String name : new String[] {"one", "two"}) {
      Path own = Files.createDirectories(dir.resolve(name));
      System.setProperty("java.io.tmpdir", own.toString());
      File file = File.createTempFile("probe", null);
      Path path = Files.createTempFile("probe", null);
      System.out.println("tmp " + name + " " + own.equals(file.toPath().getParent()));
      System.out.println("tmp " + name + " " + own.equals(path.getParent()));
    }
    Files.delete(io.toPath());
  }

  @SuppressWarnings("StreamResourceLeak") // its caller closes it, or tells what comes of it
  private static Closeable directory(Path dir) throws IOException {
    return Files.newDirectoryStream(dir);
  }

  /** Opens one of each kind, in a container and outside, and tells which ones were noticed. */
  private static void openings(Path dir) throws Exception {
    Path file = Files.writeString(dir.resolve("file"), "");
    List<Callable<Closeable>> kinds =
        List.of(
            () -> new FileInputStream(file.toFile()),
            () -> new FileOutputStream(file.toFile()),
            () -> new RandomAccessFile(file.toFile(), "r"),
            () -> FileChannel.open(file),
            () -> AsynchronousFileChannel.open(file),
            () -> AsynchronousSocketChannel.open(),
            () -> AsynchronousServerSocketChannel.open(),
            () -> ServerSocketChannel.open(),
            () -> Selector.open(),
            () -> new ServerSocket(0, 1, InetAddress.getLoopbackAddress()),
            () -> dir.getFileSystem().newWatchService(),
            () -> directory(dir),
            () -> closing(AsynchronousChannelGroup.withFixedThreadPool(1, Thread::new)));
    SlotHooks.opened().take();
    for (Callable<Closeable> kind : kinds) {
      kind.call().close();
    }
    System.out.println("opened outside " + SlotHooks.opened().take().size());
    for (Callable<Closeable> kind : kinds) {
      Closeable[] made = new Closeable[1];
      inContainer(() -> made[0] = kind.call());
      System.out.println("opened " + !SlotHooks.opened().list().isEmpty() + " by " + made[0]);
      made[0].close();
    }
    SlotHooks.opened().take();
  }

  private static Closeable closing(AsynchronousChannelGroup group) {
    return group::shutdownNow;
  }

  /** Loses one of each kind that nothing but its container's end closes. */
  private static void lost(Path dir) throws Exception {
    List<Callable<Closeable>> kinds =
        List.of(
            () -> SocketChannel.open(),
            () -> ServerSocketChannel.open(),
            () -> Selector.open(),
            () -> directory(dir));
    inContainer(() -> Pipe.open());
    for (Callable<Closeable> kind : kinds) {
      inContainer(kind::call);
      inContainer(() -> kind.call().close());
    }
    System.gc();
    for (Object lost : SlotHooks.opened().take()) {
      System.out.println("lost " + lost.getClass().getName());
    }
  }

  /** Opens archives in every way that there is. */
  private static void archives(Path dir) throws Exception {
    Path file = dir.resolve("archive.jar");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry("entry"));
    }
    URL[] urls = {file.toUri().toURL()};
    try (URLClassLoader slots = new URLClassLoader(urls, null)) {
      inContainer(() -> slots.findResource("entry"));
      archive("nothing");
    }
    try (JarFile jar = made(() -> new JarFile(file.toFile()))) {
      archive(jar.getClass().getName());
    }
    try (ZipFile zip = made(() -> new ZipFile(file.toFile()))) {
      archive(zip.getClass().getName());
    }
    try (URLClassLoader own = made(() -> new URLClassLoader(urls, null))) {
      inContainer(() -> own.findResource("entry"));
      archive("class loader");
    }
  }

  private static <T> T made(Callable<T> maker) throws Exception {
    List<T> made = new ArrayList<>();
    inContainer(() -> made.add(maker.call()));
    return made.get(0);
  }

  private static void archive(String by) {
    for (Object opened : SlotHooks.archives().take()) {
      System.out.println("archive of " + by + ": " + opened.getClass().getName());
    }
  }

  /** By name: it is not there for ever, and compilers warn of it. */
  private static void securityManager() throws Exception {
    inContainer(
        () ->
            System.class
                .getMethod("setSecurityManager", Class.forName("java.lang.SecurityManager"))
                .invoke(null, new Object[1]));
  }

  private static void localFileSystem(Path dir) throws Exception {
    try (RawLocalFileSystem fs = new RawLocalFileSystem()) {
      fs.initialize(java.net.URI.create("file:///"), new Configuration(false));
      org.apache.hadoop.fs.Path file =
          new org.apache.hadoop.fs.Path(dir.resolve("made").toString());
      FileSystem.create(fs, file, new FsPermission((short) 0640)).close();
      System.out.println("mode " + fs.getFileStatus(file).getPermission());
      org.apache.hadoop.fs.Path sticky =
          new org.apache.hadoop.fs.Path(dir.resolve("sticky").toString());
      FileSystem.mkdirs(fs, sticky, new FsPermission((short) 01777));
      System.out.println("mode " + fs.getFileStatus(sticky).getPermission());
      System.out.println("owner " + fs.getFileStatus(file).getOwner());
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void inContainer(Work work) throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                System.out.println("thrown " + e.getCause().getClass().getName());
              }
            },
            "container");
    thread.start();
    thread.join();
  }

  private static final class Recorder extends TestProcess {
    @Override
    public boolean isContainerThread() {
      return Thread.currentThread().getName().equals("container");
    }

    @Override
    public void exit(int status, boolean halt) {
      System.out.println((halt ? "halt " : "exit ") + status);
      throw new ThreadDeath();
    }

    @Override
    public long maxMemory() {
      return 1234;
    }

    @Override
    public ClassLoader systemClassLoader() {
      return CONTAINER_LOADER;
    }

    @Override
    public void mpiInitialized(boolean value) {
      throw new UnsupportedOperationException();
    }
  }
}
