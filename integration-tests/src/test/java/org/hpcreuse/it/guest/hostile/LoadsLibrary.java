/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.hostile;

/** Leaves a native library loaded, which the JVM gives to one loader at a time. */
public final class LoadsLibrary {
  private LoadsLibrary() {}

  /** Loads the file that a property names. */
  public static void main(String[] args) {
    System.load(System.getProperty("library"));
    System.out.println("loaded");
  }
}
