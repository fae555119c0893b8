/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.hpcreuse.cleanup.TestProcess;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rewritten constructors report is reported by hand here; the agent's test has those. */
class OpenResourcesTest {
  @TempDir Path dir;
  private final TestSlot slot = new TestSlot();

  @BeforeEach
  void beAContainer() {
    SlotHooks.install(new TestProcess());
  }

  @AfterEach
  void release() {
    SlotHooks.install(null);
    slot.close();
  }

  @Test
  void shouldLeaveAChannelOpenWhenLeftOut() throws Exception {
    try (ServerSocketChannel channel = opened(ServerSocketChannel.open())) {
      slot.releaseWithout(OpenResources.class);
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void shouldCloseAChannelWhenReleased() throws Exception {
    try (ServerSocketChannel channel = opened(ServerSocketChannel.open())) {
      slot.release();
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @Test
  void shouldCloseAChannelOnlyWhenItIsMade() throws Exception {
    try (SocketChannel channel = opened(SocketChannel.open())) {
      shouldCloseOnlyWhenThereIs("fd", channel, channel::isOpen);
    }
  }

  @Test
  void shouldCloseASelectorOnlyWhenItIsMade() throws Exception {
    try (Selector selector = opened(Selector.open())) {
      shouldCloseOnlyWhenThereIs("eventfd", selector, selector::isOpen);
    }
  }

  /** A channel that is closed without its descriptor ends this JVM. */
  private void shouldCloseOnlyWhenThereIs(
      String descriptor, Closeable resource, BooleanSupplier isOpen) throws Exception {
    Field field = resource.getClass().getDeclaredField(descriptor);
    field.setAccessible(true);
    Object value = field.get(resource);
    field.set(resource, null);
    slot.release();
    field.set(resource, value);
    assertThat(isOpen.getAsBoolean()).isTrue();

    slot.release();

    assertThat(isOpen.getAsBoolean()).isFalse();
  }

  @Test
  void shouldGoOnWhenOneCannotBeClosed() throws Exception {
    Closeable broken =
        () -> {
          throw new IOException("broken");
        };
    opened(broken);
    try (RandomAccessFile file = opened(new RandomAccessFile(dir.resolve("f").toFile(), "rw"))) {
      slot.release();
      assertThat(file.getFD().valid()).isFalse();
    }
  }

  @Test
  void shouldKeepArchivesAndRandomDevices() throws Exception {
    Path zip = dir.resolve("archive.zip");
    new ZipOutputStream(Files.newOutputStream(zip)).close();
    try (ZipFile archive = new ZipFile(zip.toFile());
        FileInputStream random = opened(new FileInputStream("/dev/urandom"))) {
      ReflectiveAccess source = ReflectiveAccess.of(archive).in("res").in("zsrc");
      opened(source.get("zfile"));

      slot.release();

      assertThat(source.get("zfile", RandomAccessFile.class).getFD().valid()).isTrue();
      assertThat(random.read()).isNotNegative();
    }
  }

  private static <T> T opened(T resource) {
    SlotHooks.opened(resource);
    return resource;
  }
}
