/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
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
  private final DataInputStream in;
  private final DataOutputStream out;

  private GangConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
  }

  /**
   * Connects to a master.
   *
   * @param bound how long connecting and each step of the handshake may take
   */
  public static GangConnection to(String host, int port, byte[] secret, Duration bound)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), (int) bound.toMillis());
      socket.setSoTimeout((int) bound.toMillis());
      GangConnection connection = new GangConnection(socket);
      Handshake.call(connection.in, connection.out, secret);
      socket.setSoTimeout(0);
      return connection;
    } catch (IOException e) {
      socket.close();
      throw new IOException("gang's master at " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  /**
   * Makes a connection of a socket that the master has accepted.
   *
   * @param bound how long each step of the handshake may take
   */
  public static GangConnection accepted(Socket socket, byte[] secret, Duration bound)
      throws IOException {
    try {
      socket.setSoTimeout((int) bound.toMillis());
      GangConnection connection = new GangConnection(socket);
      Handshake.answer(connection.in, connection.out, secret);
      socket.setSoTimeout(0);
      return connection;
    } catch (IOException e) {
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
