/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.hpcreuse.protocol.wire.Encoded;

/**
 * One end of a connection. On the wire a message is its number (1 byte), the length of its payload
 * (4) and the payload. Any thread may send; one thread receives.
 */
public final class GangConnection implements GangPeer, Closeable {
  /** A line of output is cut before it gets so long. */
  private static final int MAX_PAYLOAD_BYTES = 4 << 20;

  private static final int BUFFER_BYTES = 16 << 10;

  /** Between two handshakes of a caller that has lost its place. */
  private static final Duration TRY_PAUSE = Duration.ofMillis(200);

  /** After so much silence the kernel probes whether the other end's node is there. */
  private static final int SILENCE_S = 10;

  private static final int PROBES = 6;
  private static final int PROBE_S = 5;

  /** The place in this list is the number. */
  private static final List<Class<? extends Record>> MESSAGES =
      List.of(
          GangMessage.Here.class,
          GangMessage.Start.class,
          GangMessage.Joined.class,
          GangMessage.Go.class,
          GangMessage.NotJoined.class,
          GangMessage.Line.class,
          GangMessage.Done.class,
          GangMessage.GiveUp.class,
          GangMessage.Watch.class,
          GangMessage.Cancel.class,
          GangMessage.Note.class,
          GangMessage.Finished.class,
          GangMessage.Yielded.class);

  private final Socket socket;
  private final Bounded bounded;
  private final DataInputStream in;
  private final DataOutputStream out;

  private GangConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    bounded = new Bounded(socket);
    in = new DataInputStream(new BufferedInputStream(bounded, BUFFER_BYTES));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
  }

  /** Reads of a socket that together may take a time: bytes that trickle do not prolong it. */
  private static final class Bounded extends FilterInputStream {
    private final Socket socket;
    private Duration bound = Duration.ZERO;

    /** By {@link System#nanoTime}. */
    private long deadline;

    Bounded(Socket socket) throws IOException {
      super(socket.getInputStream());
      this.socket = socket;
    }

    void begin(Duration time) {
      bound = time;
      deadline = System.nanoTime() + time.toNanos();
    }

    /** From now on {@link GangConnection#receive} bounds each read. */
    void end() {
      bound = Duration.ZERO;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      if (bound.isZero()) {
        return super.read(to, offset, length);
      }
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      try {
        if (leftMs <= 0) {
          throw new SocketTimeoutException("too late");
        }
        socket.setSoTimeout((int) leftMs);
        return super.read(to, offset, length);
      } catch (SocketTimeoutException e) {
        throw new IOException("handshake not over within " + bound.toMillis() + " ms", e);
      }
    }
  }

  /**
   * Connects to a master. A master with many callers may hang up on one before it has proved what
   * it is; so a connection that ends within the handshake is made again.
   *
   * @param bound how long all of it may take
   */
  public static GangConnection to(String host, int port, byte[] secret, Duration bound)
      throws IOException {
    long deadline = System.nanoTime() + bound.toNanos();
    int tries = 0;
    while (true) {
      tries++;
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      try {
        return once(host, port, secret, left);
      } catch (HungUpException e) {
        if (left.compareTo(TRY_PAUSE) <= 0) {
          String limit = ", " + tries + " times within " + bound.toMillis() + " ms";
          throw of(host, port, e.getMessage() + limit, e);
        }
        pause();
      } catch (IOException e) {
        throw of(host, port, e.getMessage(), e);
      }
    }
  }

  private static IOException of(String host, int port, String what, IOException cause) {
    return new IOException("gang's master at " + host + ":" + port + ": " + what, cause);
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(TRY_PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before the next handshake");
    }
  }

  private static GangConnection once(String host, int port, byte[] secret, Duration bound)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), Math.max(1, (int) bound.toMillis()));
      GangConnection connection = new GangConnection(socket);
      connection.bounded.begin(bound);
      try {
        Handshake.call(connection.in, connection.out, secret);
      } catch (EOFException | SocketException e) {
        throw new HungUpException("hung up within the handshake", e);
      }
      connection.bounded.end();
      return connection;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** The other end has closed before the handshake was over. */
  private static final class HungUpException extends IOException {
    private static final long serialVersionUID = 1L;

    HungUpException(String message, IOException cause) {
      super(message, cause);
    }
  }

  /**
   * Makes a connection of a socket that the master has accepted.
   *
   * @param bound how long the handshake may take
   */
  public static GangConnection accepted(Socket socket, byte[] secret, Duration bound)
      throws IOException {
    try {
      GangConnection connection = new GangConnection(socket);
      connection.bounded.begin(bound);
      Handshake.answer(connection.in, connection.out, secret);
      connection.bounded.end();
      return connection;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      socket.close();
      throw e;
    }
  }

  /**
   * From now on the connection ends when the other end's node has not answered for 40 s; with the
   * kernel's defaults that takes more than two hours. When data is under way to that node, the
   * kernel sends it again and again instead, for a quarter of an hour. Not for a client, whose
   * machine may sleep.
   */
  public void noticeLostNode() throws IOException {
    socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, SILENCE_S);
    socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_S);
  }

  @Override
  public void send(GangMessage message) throws IOException {
    byte[] payload = Encoded.of((Record) message).bytes();
    synchronized (out) {
      out.writeByte(MESSAGES.indexOf(message.getClass()));
      out.writeInt(payload.length);
      out.write(payload);
      out.flush();
    }
  }

  /**
   * Waits for the next message.
   *
   * @param bound how long; zero = until one comes or the connection ends
   * @throws java.net.SocketTimeoutException when none has come in time
   * @throws java.io.EOFException when the other end has closed
   */
  public GangMessage receive(Duration bound) throws IOException {
    socket.setSoTimeout((int) bound.toMillis());
    int number = in.readUnsignedByte();
    int length = in.readInt();
    if (number >= MESSAGES.size() || length < 0 || length > MAX_PAYLOAD_BYTES) {
      throw new IOException("malformed message: number " + number + ", " + length + " bytes");
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    return (GangMessage) new Encoded<>(MESSAGES.get(number), payload).decode();
  }

  @Override
  public String peer() {
    return String.valueOf(socket.getRemoteSocketAddress());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
