/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import com.sun.jna.LastErrorException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import org.hpcreuse.pool.slot.process.LibC;

/**
 * File descriptors 0, 1 and 2. They are swapped with dup2, so that native code and child processes
 * follow; System.in, out and err are made afresh for each container, so that it inherits neither
 * another's buffered text nor a lock that a dead thread holds.
 *
 * <p>A container that closes System.out closes {@link FileDescriptor#out} for good (the JDK keeps
 * descriptor 1 itself open on /dev/null): the Java side is therefore repaired each time.
 */
final class ContainerStreams {
  private static final int FILE_MODE = 0640;
  private static final int BUFFER_BYTES = 8192;
  private static final String NOWHERE = "/dev/null";

  private final Field number;
  private final Field closed;
  private final Field parent;
  private final Field otherParents;

  ContainerStreams() throws ReflectiveOperationException {
    number = field("fd");
    closed = field("closed");
    parent = field("parent");
    otherParents = field("otherParents");
  }

  private static Field field(String name) throws NoSuchFieldException {
    Field field = FileDescriptor.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /**
   * Points 1 and 2 at files and 0 at nothing.
   *
   * @param stdout absolute file, made or cut to nothing; empty for /dev/null
   * @param stderr likewise; when equal to stdout both share one open file
   * @throws IllegalStateException when one cannot be opened, naming it
   */
  void redirect(String stdout, String stderr) throws IllegalAccessException {
    open(NOWHERE, LibC.O_RDONLY, 0);
    openForWriting(stdout, LibC.O_TRUNC, 1);
    if (!stdout.isEmpty() && stdout.equals(stderr)) {
      LibC.dup2(1, 2);
    } else {
      openForWriting(stderr, LibC.O_TRUNC, 2);
    }
    renewJavaStreams();
  }

  /**
   * Points 0, 1 and 2 at descriptors that somebody else has opened; these are closed then.
   *
   * @param descriptors for 0, 1 and 2, in this order, each greater than 2
   */
  void take(int[] descriptors) throws IllegalAccessException {
    for (int target = 0; target < descriptors.length; target++) {
      LibC.dup2(descriptors[target], target);
      LibC.close(descriptors[target]);
    }
    renewJavaStreams();
  }

  /**
   * Points 1 and 2 at the end of the slot's own log. Nothing is flushed: these streams hold nothing
   * back, a process does not flush what its code has put in their place either, and that code could
   * block.
   */
  void redirectToLog(String log) throws IllegalAccessException {
    openLog(log);
    renewJavaStreams();
  }

  /** The same for the descriptors alone: the Java side stays. */
  void openLog(String log) {
    open(NOWHERE, LibC.O_RDONLY, 0);
    openForWriting(log, LibC.O_APPEND, 1);
    LibC.dup2(1, 2);
  }

  /** Points all of them at /dev/null. */
  void redirectToNowhere() throws IllegalAccessException {
    redirect("", "");
  }

  private static void openForWriting(String file, int flags, int target) {
    open(file.isEmpty() ? NOWHERE : file, LibC.O_WRONLY | LibC.O_CREAT | flags, target);
  }

  private static void open(String file, int flags, int target) {
    int fd = openFile(file, flags);
    if (fd != target) {
      LibC.dup2(fd, target);
      LibC.close(fd);
    }
  }

  private static int openFile(String file, int flags) {
    try {
      return LibC.open(file, flags, FILE_MODE);
    } catch (LastErrorException e) {
      throw new IllegalStateException("cannot open " + file + ": " + e.getMessage(), e);
    }
  }

  private void renewJavaStreams() throws IllegalAccessException {
    repair(FileDescriptor.in, 0);
    repair(FileDescriptor.out, 1);
    repair(FileDescriptor.err, 2);
    System.setIn(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
    System.setOut(printStream(FileDescriptor.out));
    System.setErr(printStream(FileDescriptor.err));
  }

  private static PrintStream printStream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER_BYTES), true);
  }

  private void repair(FileDescriptor descriptor, int fd) throws IllegalAccessException {
    synchronized (descriptor) {
      number.setInt(descriptor, fd);
      closed.setBoolean(descriptor, false);
      parent.set(descriptor, null);
      otherParents.set(descriptor, null);
    }
  }
}
