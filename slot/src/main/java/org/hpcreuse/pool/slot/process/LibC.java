/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** The calls of the C library that Java has no equal of. They throw with errno on failure. */
public final class LibC {
  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_CREAT = 0100;
  public static final int O_TRUNC = 01000;
  public static final int O_APPEND = 02000;
  public static final int O_NONBLOCK = 04000;
  public static final int O_CLOEXEC = 02000000;
  public static final int F_DUPFD_CLOEXEC = 1030;
  public static final int EINTR = 4;
  public static final int EAGAIN = 11;

  static {
    Native.register(LibC.class, "c");
  }

  private LibC() {}

  public static native int chdir(String path) throws LastErrorException;

  /** The value of a variable, or null. */
  public static native Pointer getenv(String name);

  public static native int open(String path, int flags, int mode) throws LastErrorException;

  public static native int dup2(int from, int to) throws LastErrorException;

  public static native int fcntl(int fd, int command, int argument) throws LastErrorException;

  public static native int geteuid();

  public static native int mkfifo(String path, int mode) throws LastErrorException;

  public static native int umask(int mask) throws LastErrorException;

  public static native long write(int fd, byte[] bytes, long count) throws LastErrorException;

  public static native int close(int fd) throws LastErrorException;

  public static native int socket(int family, int type, int protocol) throws LastErrorException;

  public static native int connect(int fd, byte[] address, int length) throws LastErrorException;

  public static native int setsockopt(int fd, int level, int name, byte[] value, int length)
      throws LastErrorException;

  public static native int getsockopt(int fd, int level, int name, int[] value, int[] length)
      throws LastErrorException;

  public static native long recvmsg(int fd, Pointer message, int flags) throws LastErrorException;

  /** A system call of three numbers. */
  public static native long syscall(long number, long first, long second, long third)
      throws LastErrorException;

  /** Sets and gets a struct sigaction; either may be null. */
  public static native int sigaction(int signal, byte[] action, byte[] old)
      throws LastErrorException;

  /** Soft and hard limit. */
  public static native int getrlimit(int resource, long[] limits) throws LastErrorException;

  public static native int setrlimit(int resource, long[] limits) throws LastErrorException;

  public static native int prctl(int option, long value, long third, long fourth, long fifth)
      throws LastErrorException;

  /** The status may be null. */
  public static native int waitpid(int pid, Pointer status, int options) throws LastErrorException;

  public static native int getpriority(int which, int who) throws LastErrorException;

  public static native int setpriority(int which, int who, int value) throws LastErrorException;

  /** The mask is one bit for each processor. */
  public static native int sched_getaffinity(int thread, long bytes, byte[] mask)
      throws LastErrorException;

  public static native int sched_setaffinity(int thread, long bytes, byte[] mask)
      throws LastErrorException;

  public static native int sched_getscheduler(int thread) throws LastErrorException;

  /** The parameter is the priority, 0 for all policies but those of real time. */
  public static native int sched_setscheduler(int thread, int policy, int[] parameter)
      throws LastErrorException;

  /** A struct itimerval as four numbers. */
  public static native int getitimer(int which, long[] timer) throws LastErrorException;

  /** The old one may be null. */
  public static native int setitimer(int which, long[] timer, long[] old) throws LastErrorException;

  public static native int getpgid(int pid) throws LastErrorException;

  public static native int setpgid(int pid, int group) throws LastErrorException;

  public static native int getsid(int pid) throws LastErrorException;

  public static native int munlockall() throws LastErrorException;

  /** Asks for the locale when it is null; gives null when there is none of that name. */
  public static native String setlocale(int category, String locale);
}
