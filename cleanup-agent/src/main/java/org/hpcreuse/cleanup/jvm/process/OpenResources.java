/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.SocketImpl;
import java.nio.channels.AsynchronousChannelGroup;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Closes the files, directories, channels with their groups, selectors and sockets that threads of
 * the container have opened and that are still held, by way of their Java owners: a descriptor
 * closed behind its owner's back would hit the next one to get its number, and MPI opens some at
 * any time.
 *
 * <p>Without it the next container cannot bind the port that this one has bound, cannot lock the
 * file that it has locked, and descriptors run out. Before threads end: one that waits for a socket
 * is woken by nothing else.
 *
 * <p>What the JDK opened for itself in the container's time stays: random devices, files of its
 * home, and archives, which {@link OpenArchives} closes.
 */
public final class OpenResources implements ReleaseStep {
  private static final Method CLOSE_SOCKET = closeSocket();

  /** Those of the process, whatever they are open on. */
  private static final Set<Object> STANDARD =
      Set.of(FileDescriptor.in, FileDescriptor.out, FileDescriptor.err);

  /** The package of the JDK's channels and selectors. */
  private static final String CHANNELS = "sun.nio.ch";

  /** Of channels, of asynchronous file channels, of selectors. */
  private static final Set<String> DESCRIPTOR_FIELDS = Set.of("fd", "fdObj", "eventfd");

  private static final ClassValue<Optional<Field>> DESCRIPTORS =
      new ClassValue<>() {
        @Override
        protected Optional<Field> computeValue(Class<?> type) {
          return descriptor(type);
        }
      };

  @Override
  public void run(Release release) throws Exception {
    List<Object> opened = SlotHooks.opened().take();
    if (opened.isEmpty()) {
      return;
    }
    Set<Object> archives = archives();
    for (Object resource : opened) {
      if (isBeingMade(resource)) {
        SlotHooks.opened().add(resource); // for the next look
      } else if (!archives.contains(resource) && !isStaying(resource)) {
        close(resource, release);
      }
    }
  }

  /**
   * Whether a thread is in the constructor of a channel or selector: the superclass has told of it
   * already, and its descriptor comes after that. To close it now would hand null to native code,
   * which ends the JVM.
   */
  private static boolean isBeingMade(Object resource) throws ReflectiveOperationException {
    Optional<Field> descriptor = DESCRIPTORS.get(resource.getClass());
    return descriptor.isPresent() && descriptor.get().get(resource) == null;
  }

  private static Optional<Field> descriptor(Class<?> type) {
    for (Class<?> at = type; at.getPackageName().equals(CHANNELS); at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (DESCRIPTOR_FIELDS.contains(field.getName())) {
          field.setAccessible(true);
          return Optional.of(field);
        }
      }
    }
    return Optional.empty();
  }

  /** A close that fails has given its descriptor back nevertheless. */
  private static void close(Object resource, Release release) {
    try {
      if (resource instanceof Closeable closeable) {
        closeable.close();
      } else if (resource instanceof AsynchronousChannelGroup group) {
        group.shutdownNow(); // each container has a default one of its own
      } else {
        CLOSE_SOCKET.invoke(resource);
      }
    } catch (VirtualMachineError e) {
      throw e;
    } catch (IOException | InvocationTargetException | RuntimeException | Error e) {
      release.log().accept(resource.getClass().getName() + " closed with " + Redacted.failure(e));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isStaying(Object resource) throws ReflectiveOperationException {
    return isJdks(resource) || isPlaceholder(resource) || isStandard(resource);
  }

  /** A channel to a standard stream: its descriptor is the slot's own again. */
  private static boolean isStandard(Object resource) throws ReflectiveOperationException {
    Optional<Field> field = DESCRIPTORS.get(resource.getClass());
    Object descriptor = field.isPresent() ? field.get().get(resource) : null;
    return descriptor != null && STANDARD.contains(descriptor);
  }

  private static boolean isJdks(Object resource) throws ReflectiveOperationException {
    boolean file =
        resource instanceof FileInputStream
            || resource instanceof FileOutputStream
            || resource instanceof RandomAccessFile;
    Object path = file ? ReflectiveAccess.of(resource).get("path") : null;
    return path instanceof String name
        && (name.startsWith("/dev/") || name.startsWith(System.getProperty("java.home")));
  }

  /** A channel's socket has such an implementation; only the channel itself has a descriptor. */
  private static boolean isPlaceholder(Object resource) {
    return resource.getClass().getName().equals("sun.nio.ch.DummySocketImpl");
  }

  /** The files of archives that are open: one for all who have opened the same archive. */
  private static Set<Object> archives() throws ReflectiveOperationException, IOException {
    Set<Object> files = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<?, ?> sources = ReflectiveAccess.ofClass(source()).get("files", Map.class);
    synchronized (sources) {
      for (Object archive : sources.values()) {
        files.add(ReflectiveAccess.of(archive).get("zfile"));
      }
    }
    return files;
  }

  private static Class<?> source() throws ClassNotFoundException {
    return Class.forName("java.util.zip.ZipFile$Source");
  }

  private static Method closeSocket() {
    try {
      Method close = SocketImpl.class.getDeclaredMethod("close");
      close.setAccessible(true);
      return close;
    } catch (NoSuchMethodException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
