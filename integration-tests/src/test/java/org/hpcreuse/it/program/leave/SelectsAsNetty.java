/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * {@code SelectsAsNetty COUNT}: selects so often, with a set of its own in the place of the
 * selector's, as Netty's NioEventLoop does.
 */
public final class SelectsAsNetty {
  private static final long WAIT_MS = 1_000;

  private SelectsAsNetty() {}

  /** Counts the keys that are selected. */
  private static final class Keys extends AbstractSet<SelectionKey> {
    private int size;

    @Override
    public boolean add(SelectionKey key) {
      size++;
      return true;
    }

    @Override
    public boolean contains(Object key) {
      return false;
    }

    @Override
    public boolean remove(Object key) {
      return false;
    }

    @Override
    public void clear() {
      size = 0;
    }

    @Override
    public Iterator<SelectionKey> iterator() {
      return Collections.emptyIterator();
    }

    @Override
    public int size() {
      return size;
    }
  }

  /** Selects a connection that always has something to read. */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    Keys keys = new Keys();
    try (ServerSocketChannel server = ServerSocketChannel.open();
        Selector selector = Selector.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel sender = SocketChannel.open(server.getLocalAddress());
          SocketChannel receiver = server.accept()) {
        sender.write(ByteBuffer.wrap(new byte[1]));
        receiver.configureBlocking(false);
        putInto(selector, keys);
        receiver.register(selector, SelectionKey.OP_READ);
        int selected = 0;
        for (int i = 0; i < count; i++) {
          selector.select(WAIT_MS);
          selected += keys.size();
          keys.clear();
        }
        System.out.println("selected " + selected);
      }
    }
  }

  private static void putInto(Selector selector, Keys keys) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.nio.ch.SelectorImpl");
    for (String name : List.of("selectedKeys", "publicSelectedKeys")) {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      field.set(selector, keys);
    }
  }
}
