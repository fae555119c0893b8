/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets nobody else in: a TCP connection that this JVM has accepted goes on only when it comes from
 * a process of the same user, or of root, on this machine, or from another machine that may
 * connect.
 *
 * <p>Hadoop without Kerberos believes who a caller says he is. The kernel knows whose socket a
 * local connection comes from; it is asked before the first byte is read ({@link Admission}). A
 * connection that is refused looks to the server as if the caller had ended it. Thread-safe.
 */
public final class OwnUsersOnly {
  private static final Pattern EFFECTIVE_UID = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d+)");
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)\\]");
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** A caller who is refused again and again fills no disk with that. */
  private static final long LOG_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final AtomicLong LOGGED_NANOS =
      new AtomicLong(System.nanoTime() - LOG_EVERY_NANOS);

  /** Told of refusals. */
  private static volatile Consumer<String> log = line -> {};

  private static volatile Admission admission;

  private static volatile KernelSockets kernel = SocketTable::ask;

  private static volatile Predicate<Class<?>> exempt = type -> false;

  private static volatile BooleanSupplier confined = () -> false;

  private OwnUsersOnly() {}

  /**
   * Begins.
   *
   * @param peers addresses of other machines that may connect; empty when all may
   * @param newLog told of refusals, at most one a second
   */
  static void begin(Optional<Set<InetAddress>> peers, Consumer<String> newLog) throws IOException {
    Matcher uid = EFFECTIVE_UID.matcher(SocketTable.text("/proc/self/status"));
    if (!uid.find()) {
      throw new IOException("/proc/self/status says no Uid");
    }
    log = newLog;
    admission = new Admission(Long.parseLong(uid.group(1)), peers.map(Set::copyOf));
  }

  /**
   * Lets some code accept whom it likes.
   *
   * @param code says in the thread that accepts whether a class may; it is asked for the innermost
   *     caller that is no class of the boot loader
   */
  public static void exempt(Predicate<Class<?>> code) {
    exempt = code;
  }

  /**
   * Lets in nobody from another machine, and no code accept whom it likes.
   *
   * @param when says in the thread that accepts whether only this machine's processes of the same
   *     user, and of root, may connect
   */
  public static void confine(BooleanSupplier when) {
    confined = when;
  }

  /** Tells of refusals from now on, at most one a second. */
  public static void logTo(Consumer<String> newLog) {
    log = newLog;
  }

  /**
   * Asks the kernel over a netlink socket from now on.
   *
   * @param descriptor as {@link SocketDiagnosis} wants it; nobody else uses or closes it
   */
  public static void askThrough(int descriptor) throws IOException {
    kernel = new SocketDiagnosis(descriptor, SocketTable::ask);
  }

  /** Called with each channel that has been accepted; null when there was none. */
  public static void admit(SocketChannel channel) {
    if (channel == null) {
      return;
    }
    try {
      if (!isExempt()
          && isRefused(channel.getRemoteAddress(), channel.getLocalAddress(), inode(channel))) {
        // Not closed, which Hadoop takes for an error of the connection it has accepted before.
        channel.shutdownInput();
        channel.shutdownOutput();
      }
    } catch (IOException | RuntimeException e) {
      close(channel, e);
    }
  }

  /** Called with each socket that has been accepted. */
  public static void admit(Socket socket) {
    try {
      SocketAddress here = socket.getLocalSocketAddress();
      if (!isExempt() && isRefused(socket.getRemoteSocketAddress(), here, Admission.ANY)) {
        socket.shutdownInput();
        socket.shutdownOutput();
      }
    } catch (IOException | RuntimeException e) {
      close(socket, e);
    }
  }

  private static void close(AutoCloseable connection, Exception why) {
    report(connection + " is closed: " + why);
    try {
      connection.close();
    } catch (Exception e) {
      report(connection + " cannot be closed: " + e);
    }
  }

  private static boolean isExempt() {
    Optional<? extends Class<?>> caller =
        STACK.walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type.getClassLoader() != null)
                    .findFirst());
    return !confined.getAsBoolean() && caller.isPresent() && exempt.test(caller.get());
  }

  private static boolean isRefused(SocketAddress from, SocketAddress to, long inode)
      throws IOException {
    Admission rules = admission;
    if (rules == null || !(to instanceof InetSocketAddress here)) {
      return false; // a Unix socket's file has an owner and a mode
    }
    Optional<String> refusal = Optional.of("its address is not known");
    if (from instanceof InetSocketAddress caller) {
      refusal =
          isOfThisMachine(caller.getAddress(), here.getAddress())
              ? rules.refusal(caller, here, inode, kernel)
              : (confined.getAsBoolean() ? rules.alone() : rules)
                  .refusalOfMachine(caller.getAddress());
    }
    refusal.ifPresent(why -> report("connection from " + from + " to " + to + " refused: " + why));
    return refusal.isPresent();
  }

  private static void report(String line) {
    long now = System.nanoTime();
    long last = LOGGED_NANOS.get();
    if (now - last >= LOG_EVERY_NANOS && LOGGED_NANOS.compareAndSet(last, now)) {
      log.accept(line);
    }
  }

  private static boolean isOfThisMachine(InetAddress caller, InetAddress here) throws IOException {
    return caller.isLoopbackAddress()
        || caller.equals(here)
        || NetworkInterface.getByInetAddress(caller) != null;
  }

  /** The agent has opened sun.nio.ch to this class. */
  private static long inode(SocketChannel channel) throws IOException {
    try {
      Method descriptor = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
      descriptor.setAccessible(true);
      Path link = Path.of("/proc/self/fd", descriptor.invoke(channel).toString());
      Matcher socket = SOCKET.matcher(Files.readSymbolicLink(link).toString());
      if (!socket.matches()) {
        throw new IOException(link + " is no socket");
      }
      return Long.parseLong(socket.group(1));
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }
}
