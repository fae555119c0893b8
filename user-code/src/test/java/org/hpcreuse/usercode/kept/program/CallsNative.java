/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Calls a native method, whose class loads the library in its initialiser. */
public final class CallsNative {
  private CallsNative() {}

  /** As classes of zstd-jni. */
  static final class Library {
    static {
      Journal.note("Library");
    }

    private Library() {}

    static native int call();
  }

  /** No library has the method. */
  public static String show() {
    try {
      return "called " + Library.call();
    } catch (UnsatisfiedLinkError e) {
      return "missing";
    }
  }
}
