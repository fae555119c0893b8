/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

/** Has native code look classes up in a thread that the JVM has not made. */
public final class FindsClasses {
  private static volatile boolean isCalled;

  private FindsClasses() {}

  /** The class that JNI's FindClass finds in such a thread, as text, or {@code none}. */
  private static native String find(String name);

  /** Native code calls it when it finds this class. */
  static void called() {
    isCalled = true;
  }

  /**
   * Runs.
   *
   * @param args the library's file, and the classes to look up, with slashes
   */
  public static void main(String[] args) {
    System.load(args[0]);
    for (int i = 1; i < args.length; i++) {
      System.out.println(find(args[i]));
    }
    System.out.println("called " + isCalled);
  }
}
