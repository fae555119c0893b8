/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;

/** The calls of the C library that Java has no equal of. They throw with errno on failure. */
final class LibC {
  static final int O_RDONLY = 0;
  static final int O_WRONLY = 1;
  static final int O_CREAT = 0100;
  static final int O_TRUNC = 01000;
  static final int O_APPEND = 02000;
  static final int O_NONBLOCK = 04000;
  static final int O_CLOEXEC = 02000000;
  static final int F_DUPFD_CLOEXEC = 1030;
  static final int EINTR = 4;
  static final int EAGAIN = 11;

  static {
    Native.register(LibC.class, "c");
  }

  private LibC() {}

  static native int chdir(String path) throws LastErrorException;

  static native int setenv(String name, String value, int overwrite) throws LastErrorException;

  static native int unsetenv(String name) throws LastErrorException;

  static native int open(String path, int flags, int mode) throws LastErrorException;

  static native int dup2(int from, int to) throws LastErrorException;

  static native int fcntl(int fd, int command, int argument) throws LastErrorException;

  static native int umask(int mask) throws LastErrorException;

  static native long write(int fd, byte[] bytes, long count) throws LastErrorException;

  static native int close(int fd) throws LastErrorException;

  /** Sets and gets a struct sigaction; either may be null. */
  static native int sigaction(int signal, byte[] action, byte[] old) throws LastErrorException;

  /** Soft and hard limit. */
  static native int getrlimit(int resource, long[] limits) throws LastErrorException;

  static native int setrlimit(int resource, long[] limits) throws LastErrorException;

  static native int getpriority(int which, int who) throws LastErrorException;

  static native int setpriority(int which, int who, int value) throws LastErrorException;
}
