/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.files.PoolFiles;

/**
 * A client's end of a connection to the pool manager.
 *
 * <p>The channel is non-blocking and every wait is a bounded select: an interrupt therefore ends a
 * wait early but never closes the connection, as it would with a blocking {@link SocketChannel}.
 * One thread may receive while others send.
 */
public final class MessageChannel implements Closeable {
  private static final Duration CONNECT_PAUSE = Duration.ofMillis(5);

  private final SocketChannel channel;
  private final Selector readSelector;
  private final FrameBuffer in = new FrameBuffer();
  private final Object writeLock = new Object();

  /**
   * Null until the socket is full for the first time, which is rare. Written with {@link
   * #writeLock} held; volatile, because {@link #close} must not wait for a sender.
   */
  private volatile Selector writeSelector;

  /** Written before anyone else has this channel. */
  private Optional<Message.Welcome> welcome = Optional.empty();

  private MessageChannel(SocketChannel channel) throws IOException {
    this.channel = channel;
    readSelector = Selector.open();
    channel.register(readSelector, SelectionKey.OP_READ);
  }

  /**
   * Connects to a pool manager's socket. A manager that hangs takes no connections, and once some
   * callers wait for it the kernel keeps all others waiting.
   *
   * @param timeout how long the manager may take no connection
   * @throws IOException when nobody listens there, or the socket is not this user's
   * @throws TimeoutException when the listener has accepted no connection in time
   */
  public static MessageChannel connect(Path socket, Duration timeout)
      throws IOException, TimeoutException {
    long deadline = System.nanoTime() + timeout.toNanos();
    try (Uninterrupted waits = new Uninterrupted()) {
      while (true) {
        Optional<MessageChannel> connected = tryConnect(socket);
        if (connected.isPresent()) {
          return connected.get();
        }
        if (System.nanoTime() - deadline >= 0) {
          throw new TimeoutException(
              "pool socket "
                  + socket
                  + ": no connection was taken for "
                  + timeout.toMillis()
                  + " ms");
        }
        waits.pause(CONNECT_PAUSE);
      }
    }
  }

  /** Empty when the socket's queue is full. */
  private static Optional<MessageChannel> tryConnect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      if (isConnected(channel, socket)) {
        Peer.requireOwnUser(channel);
        return Optional.of(new MessageChannel(channel));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw new IOException("pool socket " + socket + ": " + e.getMessage(), e);
    }
  }

  /** The JDK has no type for EAGAIN, which means here that the socket's queue is full. */
  private static boolean isConnected(SocketChannel channel, Path socket) throws IOException {
    try {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (ConnectException refused) {
      throw refused;
    } catch (SocketException full) {
      if (!Files.isWritable(socket)) {
        throw full;
      }
      return false;
    }
  }

  /**
   * Connects and exchanges {@link Message.Hello} and {@link Message.Welcome}.
   *
   * @param timeout how long each step may take
   * @throws IOException when there is no manager, or it refuses this caller
   * @throws TimeoutException when the manager takes no connection, or does not answer, in time
   */
  public static MessageChannel connect(PoolFiles files, Message.Role role, Duration timeout)
      throws IOException, TimeoutException {
    MessageChannel connection = connect(files.socket(), timeout);
    try {
      connection.send(
          new Message.Hello(role, ProcessHandle.current().pid(), files.readSecret()), timeout);
      Message answer = connection.receive(timeout);
      if (answer instanceof Message.Welcome welcome) {
        connection.welcome = Optional.of(welcome);
        return connection;
      }
      throw new IOException("pool manager answered Hello with " + answer);
    } catch (IOException | TimeoutException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * What the manager has answered to Hello.
   *
   * @throws java.util.NoSuchElementException when this side has not said Hello
   */
  public Message.Welcome welcome() {
    return welcome.orElseThrow();
  }

  /** Sends a message; waits at most {@code timeout} for room in the socket. */
  public void send(Message message, Duration timeout) throws IOException, TimeoutException {
    ByteBuffer frame = Frames.encode(message);
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (writeLock) {
      while (frame.hasRemaining()) {
        if (channel.write(frame) == 0) {
          await(writeSelector(), deadline, "room to send " + message.getClass().getSimpleName());
        }
      }
    }
  }

  /** Called with {@link #writeLock} held. */
  private Selector writeSelector() throws IOException {
    if (writeSelector == null) {
      Selector selector = Selector.open();
      writeSelector = selector;
      if (channel.isOpen()) {
        channel.register(selector, SelectionKey.OP_WRITE);
      } else {
        selector.close();
      }
    }
    return writeSelector;
  }

  /**
   * Says that nothing more comes from this side. From now on the peer sees the end of the
   * connection, and what it has said before can still be received.
   */
  public void endSending() throws IOException {
    channel.shutdownOutput();
  }

  /**
   * Whether the peer is there and has said nothing that has not been received. To be called by the
   * thread that receives.
   */
  public boolean isQuiet() {
    try {
      return in.next().isEmpty() && in.fill(channel) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Waits for the next message.
   *
   * @throws TimeoutException when none has come in time
   * @throws java.io.EOFException when the peer has closed
   * @throws java.nio.channels.ClosedChannelException when another thread has closed this channel
   */
  public Message receive(Duration timeout) throws IOException, TimeoutException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      Optional<Message> message = in.next();
      if (message.isPresent()) {
        return message.get();
      }
      await(readSelector, deadline, "a message from the pool manager");
      in.fill(channel);
    }
  }

  /**
   * An interrupted thread's select returns at once; the flag is taken off while waiting and put
   * back afterwards so that the wait stays a wait.
   */
  private static void await(Selector selector, long deadline, String what)
      throws IOException, TimeoutException {
    try (Uninterrupted waits = new Uninterrupted()) {
      while (true) {
        long leftMs = (deadline - System.nanoTime() + 999_999) / 1_000_000;
        // Also when the time is over: this process may have been stopped, and the answer is there.
        int ready = leftMs <= 0 ? selector.selectNow() : selector.select(leftMs);
        selector.selectedKeys().clear();
        if (ready > 0) {
          return;
        }
        if (leftMs <= 0) {
          throw new TimeoutException("waited in vain for " + what);
        }
        waits.putAside();
      }
    } catch (ClosedSelectorException e) {
      IOException closed = new AsynchronousCloseException();
      closed.initCause(e);
      throw closed;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    readSelector.close();
    Selector writing = writeSelector;
    if (writing != null) {
      writing.close();
    }
  }
}
