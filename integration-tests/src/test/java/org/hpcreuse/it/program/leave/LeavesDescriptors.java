/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.io.FileInputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipFile;

/** Opens so many of one kind, which each have descriptors, and leaves them. */
public final class LeavesDescriptors {
  private static final List<Object> KEPT = new ArrayList<>();

  private static final Map<String, Opening> KINDS =
      Map.ofEntries(
          Map.entry("zip file", file -> new ZipFile(archive(file).toFile())),
          Map.entry("jar file", file -> new JarFile(archive(file).toFile())),
          Map.entry("jar file that stays open", file -> new StaysOpen(archive(file))),
          Map.entry("class loader", LeavesDescriptors::loader),
          Map.entry("jar url", file -> url(file).openStream()),
          Map.entry("jar file system", file -> FileSystems.newFileSystem(archive(file), Map.of())),
          Map.entry(
              "file stream", file -> new FileInputStream(Files.writeString(file, "").toFile())),
          Map.entry("random access file", file -> new RandomAccessFile(file.toFile(), "rw")),
          Map.entry("file channel", file -> FileChannel.open(Files.writeString(file, ""))),
          Map.entry(
              "asynchronous file channel",
              file -> AsynchronousFileChannel.open(Files.writeString(file, ""))),
          Map.entry("directory stream", file -> Files.newDirectoryStream(file.getParent())),
          Map.entry("list of files", file -> Files.list(file.getParent())),
          Map.entry("walk over files", LeavesDescriptors::walk),
          Map.entry("socket", file -> new Socket(InetAddress.getLoopbackAddress(), Server.port())),
          Map.entry("socket channel", file -> SocketChannel.open()),
          Map.entry("server socket channel", file -> ServerSocketChannel.open()),
          Map.entry("datagram channel", file -> DatagramChannel.open()),
          Map.entry("datagram socket", file -> new DatagramSocket()),
          Map.entry("multicast socket", file -> new MulticastSocket()),
          Map.entry("asynchronous socket", file -> AsynchronousSocketChannel.open()),
          Map.entry(
              "asynchronous server",
              file ->
                  AsynchronousServerSocketChannel.open()
                      .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))),
          Map.entry(
              "asynchronous group",
              file -> AsynchronousChannelGroup.withThreadPool(Executors.newCachedThreadPool())),
          Map.entry("pipe", file -> Pipe.open()),
          Map.entry("selector", file -> Selector.open()),
          Map.entry("watch service", file -> file.getFileSystem().newWatchService()),
          Map.entry("child process", file -> new ProcessBuilder("sleep", "1000").start()));

  private LeavesDescriptors() {}

  /** What has descriptors. */
  public static Set<String> kinds() {
    return KINDS.keySet();
  }

  private interface Opening {
    Object open(Path file) throws Exception;
  }

  /** One that does not close when it is told to. */
  private static final class StaysOpen extends JarFile {
    StaysOpen(Path file) throws Exception {
      super(file.toFile());
    }

    @Override
    public void close() {}
  }

  /** A server that accepts nobody. */
  private static final class Server {
    private static java.net.ServerSocket server;

    private Server() {}

    static int port() throws Exception {
      if (server == null) {
        server = new java.net.ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
      }
      return server.getLocalPort();
    }
  }

  /**
   * Leaves them.
   *
   * @param args kind and number
   */
  public static void main(String[] args) throws Exception {
    Opening kind = KINDS.get(args[0]);
    Path dir = Files.createDirectory(Path.of("opened").toAbsolutePath());
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      KEPT.add(kind.open(dir.resolve("file-" + i + ".jar")));
    }
    String[] open = Optional.ofNullable(Path.of("/proc/self/fd").toFile().list()).orElseThrow();
    System.out.println("open=" + open.length);
  }

  private static Path archive(Path file) throws Exception {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new JarEntry("entry"));
      jar.write(file.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return file;
  }

  private static URL url(Path file) throws Exception {
    return URI.create("jar:" + archive(file).toUri() + "!/entry").toURL();
  }

  private static Object loader(Path file) throws Exception {
    URLClassLoader loader = new URLClassLoader(new URL[] {archive(file).toUri().toURL()}, null);
    if (loader.findResource("entry") == null) {
      throw new IllegalStateException(file + " has no entry");
    }
    return loader;
  }

  @SuppressWarnings("StreamResourceLeak") // what it is for
  private static Object walk(Path file) throws Exception {
    Files.createDirectory(file);
    Files.createFile(file.resolve("file"));
    var files = Files.walk(file);
    var iterator = files.iterator();
    iterator.next();
    iterator.next();
    return List.of(files, iterator);
  }
}
